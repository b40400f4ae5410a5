/// The limits of a server.
public struct ServerLimits: Sendable, Hashable {
    /// The largest body of a request, in bytes.
    public var bodySize = 64 * 1024

    /// The largest header of a request, in bytes.
    public var headerSize = 16 * 1024

    /// The largest number of header fields.
    public var headerCount = 64

    /// The largest number of connections at a time; more wait to be accepted.
    public var connections = 1024

    /// The largest number of event streams at a time.
    public var streams = 512

    /// The longest time for receiving and handling a request.
    public var requestTime = Duration.seconds(30)

    /// After how much silence a connection without a request is closed.
    public var idleTime = Duration.seconds(75)

    /// The interval of comments that keep event streams open.
    public var heartbeat = Duration.seconds(15)

    /// How many requests a client, that is a session or an address, may make per second in the long run.
    public var requestsPerSecond = 50.0

    /// How many requests a client may make at once.
    public var burst = 200.0

    /// Creates limits with the defaults.
    public init() {}
}
