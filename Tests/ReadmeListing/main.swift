import DomainKit
import Nacre
import NacreLMDB
import NacreRuntime

let shop = try await Shop(.lmdb(at: "shop.nacre"))

// Load, decide, append. When this returns, the event survives a power failure. On conflict, the command is retried.
try await shop.orders.execute(.place(customer: "ada", cents: 1250), on: "42")
try await shop.orders.execute(.ship, on: "42")

// A caller reads its own writes: a read model is brought up to date before it is read.
print("ada has spent", try await shop.spent(by: "ada"))
print("the best customer is", try await shop.best(1))

// The store underneath: an atomic commit to several streams, appended only if every rule holds.
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

// A commit that was decided on old state fails and lists every violation. Run this program twice to see it.
do {
    try await redeem(at: 2)
} catch let error as EventStoreError where error.isConflict {
    print(error)
}

for try await event in shop.store.read("order-42") { print(event.version, event.type) }

// Follow the log: the events so far, a marker, then new events of every process.
for try await message in shop.store.subscribe(after: 1, matching: .categories("order", "parcel")) {
    guard case .event(let event) = message else { break }
    print("followed", event.type)
}
await shop.runtime.close()
