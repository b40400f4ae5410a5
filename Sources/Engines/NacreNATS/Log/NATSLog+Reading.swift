public import NacreReplicated

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension NATSLog {
    /// The sequences that the stream has, by a leader that a majority has confirmed; calls at the same time share a read.
    ///
    /// - Returns: The bounds.
    /// - Throws: ``ReplicatedLogError``: `unreachable` after the request timeout.
    public func bounds() async throws -> LogBounds {
        do {
            return try await readBounds.value()
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }

    /// The entry at a sequence.
    ///
    /// - Parameter sequence: The sequence.
    /// - Returns: The entry; `nil` if there is none yet.
    /// - Throws: ``ReplicatedLogError``: `trimmed`; `unreachable`; `foreignContent` if the servers have lost it.
    public func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        guard sequence > .zero else { return nil }
        // What a server gives out has been committed and stays, even if it leads no longer. That there is nothing is
        // believed only of the confirmed leader.
        if let entry = try await stored(sequence) { return entry }
        let bounds = try await bounds()
        let end = ContinuousClock.now + options.requestTimeout
        guard sequence > bounds.trimmed else { throw trimmed(sequence, bounds) }
        guard sequence <= bounds.tail else { return nil }
        // It exists: a server that has just been elected may have to catch up.
        while ContinuousClock.now < end {
            if let entry = try await stored(sequence) { return entry }
            try await Task.sleep(for: .milliseconds(20))
        }
        let later = try await self.bounds()
        guard sequence > later.trimmed else { throw trimmed(sequence, later) }
        throw ReplicatedLogError(
            .foreignContent,
            "\(name) has entries up to \(later.tail), but none at \(sequence): the servers have lost it; stop, and compare "
                + "the nodes")
    }

    /// The entry that the server which leads, or believes so, has at a sequence; `nil` if it has none, or does not answer.
    private func stored(_ sequence: LogSequence) async throws -> SequencedEntry? {
        do {
            guard
                let message = try await stream.message(
                    sequence.number, within: max(.seconds(1), options.requestTimeout / 3))
            else {
                return nil
            }
            guard message.subject == address.subject, message.seq == sequence.number,
                let bytes = Data(base64Encoded: message.data ?? "")
            else {
                throw ReplicatedLogError(
                    .foreignContent,
                    "\(name) has a message of \(message.subject) at \(sequence): let no other program write to the stream"
                )
            }
            return SequencedEntry(sequence: sequence, bytes: [UInt8](bytes))
        } catch let failure as NATSFailure where failure.mayPass {
            // The bounds are read with patience.
            return nil
        } catch let error as JetStreamError where error.mayPass {
            return nil
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }

    private func trimmed(_ sequence: LogSequence, _ bounds: LogBounds) -> ReplicatedLogError {
        ReplicatedLogError(
            .trimmed,
            "\(name) has forgotten the entries up to \(bounds.trimmed), and \(sequence) is asked for: begin from a backup"
        )
    }

    /// The entries behind a sequence, and then new ones.
    ///
    /// A lost connection or server is replaced; iterating throws when no server has been heard of for 15 seconds, or three
    /// request timeouts.
    ///
    /// - Parameter sequence: The first entry is the one behind it.
    /// - Returns: The entries; iterating throws ``ReplicatedLogError``.
    public func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        let follower = EntryFollower(self, after: sequence)
        return AsyncThrowingStream { try await follower.next() }
    }

    /// Purges the stream up to a sequence.
    ///
    /// - Parameter sequence: The last entry to forget.
    /// - Throws: ``ReplicatedLogError``: `foreignContent` for a sequence beyond the last one.
    public func trim(upTo sequence: LogSequence) async throws {
        guard sequence > .zero else { return }
        let bounds = try await bounds()
        guard sequence > bounds.trimmed else { return }
        // JetStream would skip the sequences up to there.
        guard sequence <= bounds.tail else {
            throw ReplicatedLogError(
                .foreignContent,
                "the log \(name) ends at \(bounds.tail) and cannot be trimmed up to \(sequence): trim at most to its end"
            )
        }
        do {
            try await stream.purge(before: sequence.next.number, within: options.requestTimeout)
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }
}
