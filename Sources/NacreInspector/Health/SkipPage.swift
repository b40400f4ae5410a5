import Nacre
import NacreTool

/// An event that is about to be skipped, as it is rendered.
struct SkipPage: Sendable {
    /// What skips it, for people.
    let follower: String
    let kind: String

    let event: ShownEvent
    let position: Position

    /// Why the follower is halted.
    let halt: String

    /// The parameter with the follower's name, which the form for the reason passes on.
    let parameter: String
    let name: String

    /// The reason that the form offers, and its greatest length.
    let plainReason: String
    let mostCharacters: Int

    /// The reason that was given; `nil` if it is asked for.
    let reason: String?

    /// Where the button that skips the event leads to.
    let address: String

    /// - Parameters:
    ///   - follower: What skips the event.
    ///   - event: The event.
    ///   - halt: Why the follower is halted.
    ///   - reason: Why the event may be skipped; `nil` if it is asked for.
    init(_ follower: FollowerReference, _ event: RecordedEvent, haltedBecause halt: String, reason: String?) {
        self.follower = follower.name.inCell
        kind =
            switch follower {
            case .projection: "projection"
            case .process: "process manager"
            }
        self.event = ShownEvent(event)
        position = event.position
        self.halt = TerminalText.line(halt)
        parameter = follower.parameter
        name = follower.name
        plainReason = Inspector.plainReason
        mostCharacters = ProjectionSkip.reasonBytes
        self.reason = reason
        address = reason.map { Address.skip(follower, event.position, because: $0) } ?? ""
    }
}
