public import NacreReplicated

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension NATSLog {
    // REP-33: An append is fenced by the stream's last sequence alone, without deduplication.

    /// Appends an entry behind a sequence, if that is the stream's last one.
    ///
    /// - Parameters:
    ///   - bytes: The entry.
    ///   - sequence: The sequence of the last entry that the caller knows.
    /// - Returns: What became of it; `unknown` after the request timeout, and when the connection breaks.
    /// - Throws: ``ReplicatedLogError`` if nothing was appended: `entryTooLarge`, `noSpace`, `denied`, `unreachable` without
    ///   a connection, `closed`.
    public func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        try checkOpen()
        guard bytes.count <= entryByteLimit else {
            throw ReplicatedLogError(
                .entryTooLarge,
                "the entry has \(bytes.count) bytes, and \(name) takes \(entryByteLimit): split it, or raise max_payload "
                    + "of the servers")
        }
        let answer: NATSMessage
        do throws(NATSFailure) {
            answer = try await connection.request(
                address.subject, headers: [("Nats-Expected-Last-Sequence", "\(sequence)")], bytes,
                within: options.requestTimeout)
        } catch {
            switch error {
            case .notSent, .notPermitted, .tooLarge: throw ReplicatedLogError(error, of: name)
            case .timedOut, .disconnected, .noResponders, .closed:
                // Closed meanwhile: the message may have left before.
                return .unknown(ReplicatedLogError(error, of: name))
            }
        }
        let acknowledgement: PublishAcknowledgement
        do {
            acknowledgement = try JetStreamJSON.decode(PublishAcknowledgement.self, from: Data(answer.bytes))
        } catch {
            return .unknown(
                ReplicatedLogError(.unreachable, "\(name) has answered with something else: \(error)", cause: error))
        }
        if let error = acknowledgement.error { return try outcome(error) }
        guard acknowledgement.stream == address.stream, acknowledgement.duplicate != true,
            acknowledgement.seq == sequence.next.number
        else {
            return .unknown(
                ReplicatedLogError(
                    .foreignContent,
                    "an entry expecting \(sequence) was stored at \(acknowledgement.seq ?? 0) of "
                        + "\(acknowledgement.stream ?? "no stream"): let no other program change the stream"))
        }
        return .committed(sequence.next)
    }

    /// What an error says of the entry.
    ///
    /// Only what the leader answers before it proposes the entry is a refusal.
    private func outcome(_ error: JetStreamError) throws(ReplicatedLogError) -> LogAppendOutcome {
        switch error.number {
        case JetStreamError.Number.wrongLastSequence, JetStreamError.Number.wrongLastSequenceInFlight:
            return .conflict
        case JetStreamError.Number.messageTooLarge:
            throw ReplicatedLogError(
                .entryTooLarge, "\(name) refuses the entry: \(error): raise max_msg_size of the stream", cause: error)
        case JetStreamError.Number.streamSealed:
            throw ReplicatedLogError(.denied, "the stream of \(name) is sealed: begin a new log", cause: error)
        case JetStreamError.Number.storeFailed where error.text.hasPrefix("maximum "):
            // The limits of the stream, which the leader checks first. Other failures to store come later.
            throw ReplicatedLogError(
                .noSpace, "the stream of \(name) is full: \(error): trim the log, or raise max_bytes and max_msgs",
                cause: error)
        default:
            return .unknown(ReplicatedLogError(error, of: name))
        }
    }
}
