import DomainKit
import Logging
import Nacre

/// Why a service is paused: a condition that another program or an operator may resolve meanwhile.
///
/// Two equal values are logged once.
struct ServicePause: Hashable {
    private enum Reason: Hashable {
        case halted
        case newerReadModel
        case otherProjection
        case conflict
    }

    private let reason: Reason

    /// The position of the event concerned, if there is one.
    let position: Position?

    /// Classifies an error; `nil` for an error that ends the service.
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

    /// The log level: a conflict may resolve itself; anything else needs an operator.
    var level: Logger.Level { reason == .conflict ? .warning : .error }
}
