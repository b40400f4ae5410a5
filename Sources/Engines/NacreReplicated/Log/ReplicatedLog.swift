/// An ordered log of entries on several machines, kept by a consensus protocol: what orders the commits of a
/// ``ReplicatedEventStore``.
///
/// An adapter carries bytes. It knows nothing of events, and never repeats, splits or reorders an append.
///
/// Threading: all members may be called from any task at any time.
public protocol ReplicatedLog: Sendable {
    /// The name of the log as an operator writes it, without passwords, such as `etcd://127.0.0.1:2379/shop`.
    var name: String { get }

    /// The largest entry that the log takes, in bytes.
    var entryByteLimit: Int { get }

    /// Checks that the log can be reached, that its version is supported, and that it is as durable as it must be.
    ///
    /// Called once, before anything else.
    ///
    /// - Throws: ``ReplicatedLogError``.
    func prepare() async throws

    /// Appends an entry behind a sequence, if that is the last one: the fence.
    ///
    /// A call that has ended with `unknown` may take effect later, until another entry stands at the same sequence.
    /// Calling again with the same arguments is safe: the entry is appended once at most.
    ///
    /// - Parameters:
    ///   - bytes: The entry, at most ``entryByteLimit`` bytes.
    ///   - sequence: The sequence of the last entry that the caller knows; 0 in an empty log.
    /// - Returns: What became of it, within bounded time.
    /// - Throws: ``ReplicatedLogError`` if the log has refused the call and certainly appended nothing, such as for an
    ///   entry that is too large, missing rights or no space.
    func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome

    /// The entries behind a sequence in order, and then new ones as they are appended, without end.
    ///
    /// - Parameter sequence: The first entry is the one behind it.
    /// - Returns: The entries, without gaps. Iterating throws ``ReplicatedLogError``, with `trimmed` if the log no longer
    ///   has the next one, and whatever breaks the connection; the caller begins again behind the last one it has.
    func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error>

    /// The entry at a sequence: a linearizable read.
    ///
    /// - Parameter sequence: The sequence.
    /// - Returns: The entry; `nil` if there is none yet.
    /// - Throws: ``ReplicatedLogError``: `trimmed` if it has been forgotten; `unreachable` if no majority answers in
    ///   bounded time.
    func entry(at sequence: LogSequence) async throws -> SequencedEntry?

    /// The sequences that the log has: a linearizable read, which sees every entry committed before it began.
    ///
    /// - Returns: The bounds.
    /// - Throws: ``ReplicatedLogError``: `unreachable` if no majority answers in bounded time.
    func bounds() async throws -> LogBounds

    /// Forgets the entries up to a sequence, and keeps the numbering. Forgetting what is forgotten is no error.
    ///
    /// - Parameter sequence: The last entry to forget; never beyond the last one.
    /// - Throws: ``ReplicatedLogError``.
    func trim(upTo sequence: LogSequence) async throws

    /// Publishes what a node says of itself, in place of what it said before.
    ///
    /// Nothing depends on it but what operators see: it may be lost.
    ///
    /// - Parameters:
    ///   - bytes: What it says, at most some hundred bytes.
    ///   - node: The node: letters, digits and hyphens.
    ///   - lifetime: How long it is kept; longer is no harm.
    /// - Throws: ``ReplicatedLogError``.
    func announce(_ bytes: [UInt8], by node: String, for lifetime: Duration) async throws

    /// What nodes have said of themselves whose lifetime is not over, in no particular order.
    ///
    /// - Returns: What was published.
    /// - Throws: ``ReplicatedLogError``.
    func announcements() async throws -> [[UInt8]]

    /// The state of the servers, for operators.
    ///
    /// - Returns: The state, as far as it can be found out in bounded time.
    func health() async -> LogHealth

    /// Closes the connections. Calls in progress end, iterations throw. Safe to call twice.
    func close() async
}

extension ReplicatedLog {
    /// Does nothing: the log keeps no announcements.
    public func announce(_ bytes: [UInt8], by node: String, for lifetime: Duration) async throws {}

    /// None: the log keeps no announcements.
    public func announcements() async throws -> [[UInt8]] { [] }
}
