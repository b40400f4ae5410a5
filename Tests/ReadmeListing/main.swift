import DomainKit
import Nacre

let shop = try await Shop.live(at: "shop.nacre")

// Load, decide, append. When this returns, the event survives a power failure. Who was slower than others decides again.
try await shop.orders.execute(.place(customer: "ada", cents: 1250), on: "42")
try await shop.orders.execute(.ship, on: "42")

// Who has changed something sees it: a read model is brought up to date before it is read.
print("ada has spent", try await shop.spent(by: "ada"))

// The store underneath: several streams at once, all of it or nothing, if every rule holds in that moment.
try await shop.store.append(
    Commit {
        Expect("order-42", .exact(2))
        Append(EventData(type: "VoucherRedeemed", tags: ["voucher:X1"], data: Array("{}".utf8)), to: "order-42")
        Append(EventData(type: "ParcelLeft", data: Array("{}".utf8)), to: "parcel-7")
        Check("order-41", .noStream)
        Condition(failIfEventsMatch: .tagged("voucher:X1"))
    })

// Somebody who decided on an old state is told so, with all that did not hold.
do {
    try await shop.store.append([EventData(type: "OrderCancelled", data: [])], to: "order-42", expecting: .exact(1))
} catch let error as EventStoreError where error.code == .conflict {
    print(error)  // expected order-42 at version 1, it is at 3: read it again and decide again
}

for try await event in shop.store.read("order-42") { print(event.version, event.type) }

// Follow the log: what is there, a marker when that is all, then what comes, from every process.
for try await message in shop.store.subscribe(after: 1, matching: .categories("order", "parcel")) {
    guard case .event(let event) = message else { break }
    print("followed", event.type)
}
await shop.store.close()
