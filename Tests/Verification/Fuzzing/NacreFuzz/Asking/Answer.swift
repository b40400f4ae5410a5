import DomainKit
import Nacre

/// The answer of a store to a question.
enum Answer: Equatable {
    case events([RecordedEvent])
    case text(String)
    /// A typed error of the store that names a position or a file.
    case refused(String)
    /// An error that no store may throw.
    case wrongError(String)

    var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// The events; empty for any other answer.
    var events: [RecordedEvent] { if case .events(let events) = self { events } else { [] } }

    /// Whether it is an error with one of these codes.
    func isRefusal(_ codes: EventStoreError.Code...) -> Bool {
        if case .refused(let error) = self { codes.contains { error.hasPrefix("\($0): ") } } else { false }
    }

    /// A short text.
    var summary: String {
        switch self {
        case .events(let events): "\(events.count) events, at \(events.prefix(40).map(\.position))"
        case .text(let text): text
        case .refused(let error): "refused: \(error)"
        case .wrongError(let error): "WRONG ERROR: \(error)"
        }
    }

    /// Classifies an error: an error of damage must name a position or a file.
    init(_ error: any Error) {
        switch error {
        case let error as EventStoreError:
            let codes: [EventStoreError.Code] = [
                .damaged, .notAStore, .newerFormat, .noSuchPosition, .conflict, .idempotencyMismatch, .invalidArgument,
                .projectionHalted, .processHalted, .newerReadModel, .otherProjection, .eventsLost, .inputOutput,
                .noSuchStore,
            ]
            let saysWhere =
                error.position != nil || error.message.contains(".mdb") || error.message.contains("journal")
                || error.message.contains("position")
                || error.isReadModelDamage || error.message.contains("run a verification")
            let isDisk = error.code == .inputOutput || error.code == .damaged
            self =
                codes.contains(error.code) && (saysWhere || !isDisk)
                ? .refused("\(error.code): \(error.message)") : .wrongError("\(error.code): \(error.message)")
        case is EventDecodingError: self = .refused("\(error)")
        default: self = .wrongError("\(error)")
        }
    }
}

/// Asks a question; an error is an answer, too.
func answer(_ body: () async throws -> Answer) async -> Answer {
    do {
        return try await body()
    } catch {
        return Answer(error)
    }
}
