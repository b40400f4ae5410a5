import Nacre
import NacreLMDB

// The first listing of the README.

func tenLines() async throws {
    let store = try await LMDBEventStore.open(at: "shop.nacre")

    // Fails if the order exists. When it returns, the event survives a power failure.
    let placed = EventData(type: "OrderPlaced", tags: ["customer:ada"], data: Array(#"{"cents":1250}"#.utf8))
    try await store.append([placed], to: "order-42", expecting: .noStream)

    for try await event in store.read("order-42") { print(event.version, event.type) }
    for try await event in store.readLog(matching: .tagged("customer:ada")) { print(event.position, event.stream) }
    await store.close()
}
