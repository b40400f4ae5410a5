import Nacre
import NacreLMDB

struct OrderPlaced: Codable { let customer: String, cents: Int }

let store = try await LMDBEventStore.open(at: "shop.nacre")

// Append to a stream, if it is where you think it is. When this returns, the event survives a power failure.
let placed = OrderPlaced(customer: "ada", cents: 1250)
try await store.append([EventData(type: "OrderPlaced", json: placed)], to: "order-42", expecting: .noStream)

// Append to several streams at once: all of it or nothing.
try await store.append(
    Commit {
        Expect("order-42", .exact(1))
        Append(EventData(type: "OrderShipped", tags: ["carrier:post"], data: Array("{}".utf8)), to: "order-42")
        Append(EventData(type: "ParcelLeft", data: Array("{}".utf8)), to: "parcel-7")
        Check("order-41", .noStream)
    })

// Somebody who decided on an old state is told so, with all that did not hold.
do {
    try await store.append([EventData(type: "OrderCancelled", data: [])], to: "order-42", expecting: .exact(1))
} catch let error as EventStoreError where error.code == .conflict {
    print(error)  // expected order-42 at version 1, it is at 2: read it again and decide again
}

// A rule over many streams: decide on what a query finds, and append only if nothing that it would find has come since.
let voucher = Query.tagged("voucher:X1")
let seen = try await store.head()
if try await store.readLog(matching: voucher).collect().isEmpty {
    try await store.append(
        Commit {
            Append(EventData(type: "VoucherRedeemed", tags: ["voucher:X1"], data: Array("{}".utf8)), to: "order-42")
            Condition(failIfEventsMatch: voucher, after: seen)
        })
}

for try await event in store.read("order-42") { print(event.version, event.type) }
for try await event in store.readLog(matching: .categories("parcel")) { print(event.position, event.type) }

// Follow the log: what is there, a marker when that is all, then what comes, from every process.
for try await message in store.subscribe(after: 1, matching: .categories("order")) {
    guard case .event(let event) = message else { break }
    print("followed", event.type)
}
await store.close()
