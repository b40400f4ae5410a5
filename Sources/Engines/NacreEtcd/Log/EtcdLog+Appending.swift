public import NacreReplicated
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension EtcdLog {
    /// Appends an entry behind a sequence, if that is the last one: the fence.
    ///
    /// It is one transaction, which is never repeated once it may have been sent. Several endpoints share the deadline of
    /// the options: an answer that does not come within the share of one is lost.
    ///
    /// - Parameters:
    ///   - bytes: The entry, at most ``entryByteLimit`` bytes.
    ///   - sequence: The sequence of the last entry that the caller knows; 0 in an empty log.
    /// - Returns: What became of it; `conflict` also for an entry that an earlier call has appended.
    /// - Throws: `ReplicatedLogError` if certainly nothing was appended: among others `unreachable` if no server took the
    ///   request within the deadline, and `foreignContent` if the log ends before the sequence.
    public func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        guard bytes.count <= entryByteLimit else {
            throw ReplicatedLogError(
                .entryTooLarge,
                "An entry of \(bytes.count) bytes is larger than the \(entryByteLimit) bytes that \(name) takes: split it, "
                    + "or raise entryByteLimit and the servers' --max-request-bytes.")
        }
        let next = sequence.next
        let reply: Etcdserverpb_TxnResponse
        do {
            // Repeated, it would conflict with itself, which looks like a conflict with another entry.
            reply = try await cluster.transact(appending(bytes, expecting: sequence), isRepeatable: false)
        } catch {
            let cause = error.error("append entry \(next)", to: name)
            if error.kind == .refused(.noSpace) { return try await outcomeWithoutSpace(next, cause) }
            guard error.mayTakeEffect else { throw cause }
            return .unknown(cause)
        }
        guard !reply.succeeded else { return .committed(next) }
        return try conflict(reply, expecting: sequence)
    }

    private func appending(_ bytes: [UInt8], expecting sequence: LogSequence) -> Etcdserverpb_TxnRequest {
        let next = sequence.next
        return .with { request in
            // The second comparison protects keys that others have put there.
            request.compare = [
                sequence == .zero ? .isAbsent(keys.tail) : .equals(keys.tail, EtcdKeys.value(sequence)),
                .isAbsent(keys.entry(next)),
            ]
            request.success = [
                .put(keys.entry(next), Data(bytes)), .put(keys.tail, EtcdKeys.value(next)),
            ]
            if sequence == .zero { request.success.append(.put(keys.trimmed, EtcdKeys.value(.zero))) }
            request.failure = [.get(keys.tail)]
        }
    }

    /// The outcome if a comparison has failed.
    private func conflict(
        _ reply: Etcdserverpb_TxnResponse, expecting sequence: LogSequence
    ) throws -> LogAppendOutcome {
        let tail = try reply.range(0).kvs.first.map { try self.sequence($0.value, of: "tail") } ?? .zero
        guard tail != sequence else {
            throw foreignContent("there is an entry \(sequence.next) behind its end, which is \(tail)")
        }
        guard tail > sequence else {
            throw foreignContent("it ends at \(tail), before \(sequence), which this store has already")
        }
        return .conflict
    }

    /// The outcome if etcd says that its database is full: it does so, too, of requests that it has just carried out.
    ///
    /// The request is over by then, so that what can be read is what stays.
    private func outcomeWithoutSpace(_ next: LogSequence, _ cause: any Error) async throws -> LogAppendOutcome {
        let entry: SequencedEntry?
        do {
            entry = try await self.entry(at: next)
        } catch {
            return .unknown(cause)
        }
        guard entry == nil else { return .unknown(cause) }
        throw cause
    }
}
