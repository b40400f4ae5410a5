import DomainKit
import Nacre
import NacreLMDB

// The listings of `Nacre.md`.

func nacrePage(order: [String: Int]) async throws {
    let store = try await LMDBEventStore.open(at: "shop.nacre")
    try await store.append([EventData(type: "OrderPlaced", json: order)], to: "order-42", expecting: .noStream)
    for try await event in store.read("order-42") { print(event.version, event.type) }
}
