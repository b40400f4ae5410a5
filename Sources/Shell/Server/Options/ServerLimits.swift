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

    /// The largest number of connections of one address at a time; more are closed at once.
    public var connectionsPerAddress = 256

    /// The largest number of event streams at a time.
    public var streams = 512

    /// The largest number of event streams of one account at a time.
    public var streamsPerAccount = 32

    /// The shortest time between two queries of an event stream or a page, however fast changes come.
    public var streamInterval = Duration.milliseconds(50)

    /// The longest time for receiving and handling a request, from its first byte.
    public var requestTime = Duration.seconds(30)

    /// After how long a connection is closed whose client reads nothing of what it is sent.
    public var writeTime = Duration.seconds(30)

    /// After how much silence a connection without a request is closed.
    public var idleTime = Duration.seconds(75)

    /// The interval of comments that keep event streams open.
    public var heartbeat = Duration.seconds(15)

    /// How many requests a client, that is an account, or an address without one, may make per second in the long run.
    public var requestsPerSecond = 50.0

    /// How many requests a client may make at once.
    public var burst = 200.0

    /// How many requests that hash a password an address, and an account, may make per second in the long run.
    public var passwordsPerSecond = 2.0

    /// How many of these a client may make at once.
    public var passwordBurst = 40.0

    /// Creates limits with the defaults.
    public init() {}
}
