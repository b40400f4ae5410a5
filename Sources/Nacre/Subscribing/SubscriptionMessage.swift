/// What a subscription hands out.
public enum SubscriptionMessage: Hashable, Sendable {
    /// An event that matches.
    case event(RecordedEvent)

    /// The subscription has caught up: every matching event up to this position has been handed out, and nothing stood
    /// behind it in the log when it was looked.
    ///
    /// The position is that of the log's head, whether or not the event there matches: whoever writes it down as a
    /// checkpoint goes on from there without looking again at what came before.
    case caughtUp(Position)
}
