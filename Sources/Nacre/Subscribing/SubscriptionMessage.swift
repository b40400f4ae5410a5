/// A message of a subscription.
public enum SubscriptionMessage: Hashable, Sendable {
    /// A matching event.
    case event(RecordedEvent)

    /// The subscription has caught up: every matching event up to this position has been delivered, and the position
    /// was the head of the log when it was read.
    ///
    /// The event at the position need not match. Store the position as a checkpoint to resume from it without reading
    /// earlier events again.
    case caughtUp(Position)
}
