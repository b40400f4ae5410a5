/// A fault of a log in memory, as networks and servers have them.
public enum LogFault: Hashable, Sendable {
    /// The append is refused: it throws `unreachable`, and appends nothing.
    case refused

    /// The request is lost: the outcome is unknown, and nothing is appended.
    case lostRequest

    /// The answer is lost: the outcome is unknown, and the entry is appended if the expectation holds.
    case lostAnswer

    /// The request is late: the outcome is unknown, and it reaches the log after a number of further appends, of any
    /// client.
    case late(appends: Int)

    /// The network delivers the request twice; the first delivery is answered.
    case repeatedRequest

    /// The request takes a while.
    case delayed(Duration)
}

/// How often faults happen by themselves, as probabilities from 0 to 1.
public struct LogFaultRates: Hashable, Sendable {
    /// Of ``LogFault/refused``.
    public var refused = 0.0
    /// Of ``LogFault/lostRequest``.
    public var lostRequest = 0.0
    /// Of ``LogFault/lostAnswer``.
    public var lostAnswer = 0.0
    /// Of ``LogFault/late(appends:)``, with one to four appends.
    public var late = 0.0
    /// Of ``LogFault/repeatedRequest``.
    public var repeatedRequest = 0.0
    /// That an entry is delivered twice to a client that follows.
    public var repeatedEntry = 0.0
    /// That following ends with an error before an entry.
    public var brokenStream = 0.0
    /// Of a delay, of any call.
    public var delayed = 0.0
    /// The longest such delay.
    public var longestDelay = Duration.milliseconds(2)

    /// No faults.
    public init() {}
}
