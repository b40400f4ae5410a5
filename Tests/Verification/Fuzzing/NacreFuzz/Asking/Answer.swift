import DomainKit
import Nacre

/// What a question to a store came to.
enum Answer: Equatable {
    case events([RecordedEvent])
    case text(String)
    /// An error of the store's own, which says where.
    case refused(String)
    /// What no store may throw.
    case wrongError(String)

    var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// The events; none where it is another answer.
    var events: [RecordedEvent] { if case .events(let events) = self { events } else { [] } }

    /// Whether it is an error with one of these codes.
    func isRefusal(_ codes: EventStoreError.Code...) -> Bool {
        if case .refused(let error) = self { codes.contains { error.hasPrefix("\($0): ") } } else { false }
    }

    /// In few words.
    var summary: String {
        switch self {
        case .events(let events): "\(events.count) events, at \(events.prefix(40).map(\.position))"
        case .text(let text): text
        case .refused(let error): "refused: \(error)"
        case .wrongError(let error): "WRONG ERROR: \(error)"
        }
    }

    /// Judges an error: those of a store say a position or name a file, where it is one of damage.
    init(_ error: any Error) {
        switch error {
        case let error as EventStoreError:
            let codes: [EventStoreError.Code] = [
                .damaged, .notAStore, .newerFormat, .noSuchPosition, .conflict, .idempotencyMismatch, .invalidArgument,
                .projectionHalted, .processHalted, .newerReadModel, .otherProjection, .eventsLost, .inputOutput,
                .noSuchStore,
            ]
            let saysWhere =
                error.position != nil || error.message.contains(".mdb") || error.message.contains("position")
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

/// Asks something, and takes what is thrown for an answer.
func answer(_ body: () async throws -> Answer) async -> Answer {
    do {
        return try await body()
    } catch {
        return Answer(error)
    }
}
