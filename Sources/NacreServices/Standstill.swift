import DomainKit
import Logging
import Nacre

/// Why a service stands still: something that others may put right while it waits.
///
/// Two are equal where there is nothing new to say.
struct Standstill: Hashable {
    private enum Reason: Hashable {
        case halted
        case newerReadModel
        case otherProjection
        case conflict
    }

    private let reason: Reason

    /// The event that it is about, where it is about one.
    let position: Position?

    /// Judges an error; `nil` for one that ends the service.
    init?(_ error: any Error) {
        guard let error = error as? EventStoreError else {
            guard error.isConflict else { return nil }
            (reason, position) = (.conflict, nil)
            return
        }
        switch error.code {
        case .projectionHalted, .processHalted: reason = .halted
        case .newerReadModel: reason = .newerReadModel
        case .otherProjection: reason = .otherProjection
        case .conflict: reason = .conflict
        default: return nil
        }
        position = error.position
    }

    /// How loudly it is said: a conflict may pass by itself, anything else calls for somebody.
    var level: Logger.Level { reason == .conflict ? .warning : .error }
}
