import DomainKit
import Nacre

// The listings of `Outbox.md`.

enum LetterEvent: DomainEvent, Codable, StoredEvent {
    static let category = "letter"

    case requested(to: String)
    case sent
}

struct Letters: ProcessManager {
    let name = "letters"
    let query = Query.types("OrderPlaced")

    func react(to event: RecordedEvent) async throws -> Commit? {
        guard case .placed(let customer, _)? = try OrderEvent.codec.decode(event) else { return nil }
        let request = try LetterEvent.codec.encode(.requested(to: customer))
        return Commit([request], to: "letter-\(event.stream.id)", expecting: .noStream)
    }
}

struct LetterRelay {
    let store: any EventStore
    let send: @Sendable (_ customer: String, _ idempotencyKey: String) async throws -> Void

    func run() async throws {
        for try await message in store.subscribe(after: 0, matching: .types("LetterRequested")) {
            guard case .event(let event) = message,
                case .requested(let customer)? = try LetterEvent.codec.decode(event),
                try await store.version(of: event.stream) == 1
            else { continue }
            try await send(customer, event.id.description)
            try await store.append([LetterEvent.codec.encode(.sent)], to: event.stream, expecting: .exact(1))
        }
    }
}

struct Inbox {
    let store: any EventStore

    func receive(_ message: EventID, payment cents: Int, for order: String) async throws {
        let event = try EventData(id: message, type: "PaymentReceived", json: ["cents": cents])
        let result = try await store.append([event], to: StreamName("payment-\(order)"))
        if result.wasAlreadyCommitted { print("this message was received before") }
    }
}
