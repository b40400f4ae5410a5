import DomainKit
import Logging
import Nacre

// The listings of `Subscriptions.md`.

struct Subscriptions {
    let store: any EventStore
    let logger: Logger
    let apply: (RecordedEvent) async throws -> Void

    func follow(after checkpoint: Position) async throws {
        for try await message in store.subscribe(after: checkpoint, matching: .types("OrderPlaced", "OrderShipped")) {
            switch message {
            case .event(let event): try await apply(event)
            case .caughtUp(let position): logger.info("live", metadata: ["position": "\(position)"])
            }
        }
    }
}
