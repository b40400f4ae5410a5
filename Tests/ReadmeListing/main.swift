import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

let shop = try await Shop(.lmdb(at: "shop.nacre"))

// Load, decide, append. When this returns, the event survives a power failure. On conflict, it is decided again.
try await shop.orders.execute(.place(customer: "ada", cents: 1250), on: "42")
try await shop.orders.execute(.ship, on: "42")

// Who has changed something sees it: a read model is brought up to date before it is read.
print("ada has spent", try await shop.spent(by: "ada"))
print("the best customer is", try await shop.best(1))

// The store underneath: several streams at once, all of it or nothing, if every rule holds in that moment.
func redeem(at version: StreamVersion) async throws {
    try await shop.store.append(
        Commit {
            Expect("order-42", .exact(version))
            Append(EventData(type: "VoucherRedeemed", tags: ["voucher:X1"], data: Array("{}".utf8)), to: "order-42")
            Append(EventData(type: "ParcelLeft", data: Array("{}".utf8)), to: "parcel-7")
            Check("order-41", .noStream)
            Condition(failIfEventsMatch: .tagged("voucher:X1"))
        })
}

// A commit that rests on an old state fails, and says everything that did not hold. Run this program twice to see it.
do {
    try await redeem(at: 2)
} catch let error as EventStoreError where error.isConflict {
    print(error)
}

for try await event in shop.store.read("order-42") { print(event.version, event.type) }

// Follow the log: what is there, a marker when that is all, then what comes, from every process.
for try await message in shop.store.subscribe(after: 1, matching: .categories("order", "parcel")) {
    guard case .event(let event) = message else { break }
    print("followed", event.type)
}
await shop.runtime.close()
