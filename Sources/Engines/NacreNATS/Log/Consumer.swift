internal import NacreReplicated

/// A consumer of the stream for one follower: it is in one server's memory, and goes after half a minute without use.
final class Consumer: Sendable {
    /// The most entries that are asked for at a time, in two requests.
    static let batch = 256

    /// After this time without a heartbeat the consumer, or the connection, counts as lost.
    static let silence = Duration.seconds(3)

    /// What it delivers.
    let mailbox = Mailbox()

    private let subscription: MailboxSubscription
    private let subject: String
    private let request: [UInt8]

    /// Makes the consumer.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - sequence: The first entry.
    /// - Throws: ``NATSFailure``, ``JetStreamError``.
    init(_ log: NATSLog, from sequence: LogSequence) async throws {
        let stream = log.address.stream
        let name = "nacre-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let configuration = """
            {"stream_name":"\(stream)","config":{"name":"\(name)","deliver_policy":"by_start_sequence",\
            "opt_start_seq":\(sequence),"ack_policy":"none","replay_policy":"instant","mem_storage":true,\
            "num_replicas":1,"inactive_threshold":30000000000}}
            """
        _ = try await log.stream.call(
            "CONSUMER.CREATE.\(stream).\(name)", Array(configuration.utf8), within: log.options.requestTimeout)
        subject = "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(name)"
        // Several of the largest entries, so that none is larger than a request takes.
        let byteLimit = max(4 << 20, log.entryByteLimit * 4)
        request = Array(
            """
            {"batch":\(Self.batch / 2),"max_bytes":\(byteLimit),"expires":5000000000,"idle_heartbeat":1000000000}
            """.utf8)
        subscription = try await log.connection.subscribe(mailbox)
    }

    /// Asks for half a batch: what is there now, and what is appended within five seconds.
    func pull() async throws { try await subscription.ask(subject, request) }
}
