public import NacreReplicated

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension NATSLog {
    public func bounds() async throws -> LogBounds {
        do {
            return try await readBounds.value()
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }

    public func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        guard sequence > .zero else { return nil }
        // What a server gives out has been committed and stays, even if it leads no longer. That there is nothing is
        // believed only of the confirmed leader.
        if let entry = try await stored(sequence) { return entry }
        let bounds = try await bounds()
        if sequence > bounds.trimmed, sequence <= bounds.tail {
            if let entry = try await stored(sequence) { return entry }
            let later = try await self.bounds()
            guard sequence <= later.trimmed else {
                throw ReplicatedLogError(
                    .foreignContent,
                    "\(name) has entries up to \(later.tail), but none at \(sequence): the servers have lost it; stop, and "
                        + "compare the nodes")
            }
            throw trimmed(sequence, later)
        }
        guard sequence > bounds.trimmed else { throw trimmed(sequence, bounds) }
        return nil
    }

    private func stored(_ sequence: LogSequence) async throws -> SequencedEntry? {
        do {
            guard let message = try await stream.message(sequence.number, within: options.requestTimeout) else {
                return nil
            }
            guard message.subject == address.subject, message.seq == sequence.number,
                let bytes = Data(base64Encoded: message.data ?? "")
            else {
                throw ReplicatedLogError(
                    .foreignContent,
                    "\(name) has a message of \(message.subject) at \(sequence): let no other program write to the stream")
            }
            return SequencedEntry(sequence: sequence, bytes: [UInt8](bytes))
        } catch let failure as NATSFailure {
            // No leader now: the bounds are read with patience.
            guard case .noResponders = failure else { throw ReplicatedLogError(failure, of: name) }
            return nil
        } catch let error as JetStreamError where error.number == JetStreamError.Number.temporarilyUnavailable {
            return nil
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }

    private func trimmed(_ sequence: LogSequence, _ bounds: LogBounds) -> ReplicatedLogError {
        ReplicatedLogError(
            .trimmed,
            "\(name) has forgotten the entries up to \(bounds.trimmed), and \(sequence) is asked for: begin from a backup")
    }

    public func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        let follower = EntryFollower(self, after: sequence)
        return AsyncThrowingStream { try await follower.next() }
    }

    public func trim(upTo sequence: LogSequence) async throws {
        guard sequence > .zero else { return }
        let bounds = try await bounds()
        guard sequence > bounds.trimmed else { return }
        // JetStream would skip the sequences up to there.
        guard sequence <= bounds.tail else {
            throw ReplicatedLogError(
                .foreignContent,
                "the log \(name) ends at \(bounds.tail) and cannot be trimmed up to \(sequence): trim at most to its end")
        }
        do {
            try await stream.purge(before: sequence.next.number, within: options.requestTimeout)
        } catch {
            throw ReplicatedLogError(error, of: name)
        }
    }
}
