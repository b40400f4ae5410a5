import Nacre
import NacreRuntime

/// What a stepping view shows of one event.
struct Step {
    /// What the event changed.
    enum Content {
        /// The state of its stream after it, and its effect; the state is `nil` if it is not known.
        case state(StateValue?, ToldEvent.Effect)

        /// Rows of a read model.
        case rows([RowDifference])
    }

    let event: RecordedEvent
    let content: Content
}

/// The events that a stepping view goes through.
protocol StepSource {
    /// What the events are of, for a title.
    var title: String { get }

    /// The first event after a position; `nil` if there is none.
    mutating func step(after position: Position) async throws -> Step?

    /// The last event before a position; `nil` if there is none.
    mutating func step(before position: Position) async throws -> Step?
}
