public import NacreReplicated
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What was read of a log at one revision.
struct LogReading {
    /// The revision of etcd.
    let revision: Int64

    /// The last sequence; 0 in a log that never had an entry.
    let tail: LogSequence

    /// The last sequence that was forgotten; `nil` if only the entries tell it.
    let trimmed: LogSequence?

    /// The keys in the range that was asked for.
    let keys: [Etcdserverpb_KeyValue]
}

extension EtcdLog {
    /// The entry at a sequence: a linearizable read.
    ///
    /// - Parameter sequence: The sequence.
    /// - Returns: The entry; `nil` if there is none yet.
    /// - Throws: `ReplicatedLogError`: `trimmed` if it has been forgotten; `unreachable` if no majority answers within the
    ///   deadline of the options.
    /// - Complexity: One round trip of etcd.
    public func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        guard sequence > .zero else { return nil }
        let reading = try await read([.get(keys.entry(sequence))], "read entry \(sequence)")
        if let entry = reading.keys.first { return SequencedEntry(sequence: sequence, bytes: [UInt8](entry.value)) }
        guard sequence <= reading.tail else { return nil }
        throw try await missing(sequence, reading)
    }

    /// The sequences that the log has: a linearizable read, which sees every entry committed before it began.
    ///
    /// - Returns: The bounds.
    /// - Throws: `ReplicatedLogError`: `unreachable` if no majority answers within the deadline of the options.
    /// - Complexity: One round trip of etcd; if the log was trimmed while etcd was full, another one that is linear in the
    ///   number of entries.
    public func bounds() async throws -> LogBounds {
        let reading = try await read([], "read its bounds")
        return LogBounds(trimmed: try await trimmed(reading), tail: reading.tail)
    }

    /// Reads the ends of the log, and a range of keys, at one revision.
    ///
    /// - Parameters:
    ///   - ranges: At most one range.
    ///   - action: What it is for.
    /// - Returns: What was read.
    /// - Throws: `ReplicatedLogError`.
    func read(_ ranges: [Etcdserverpb_RequestOp], _ action: String) async throws -> LogReading {
        let request = Etcdserverpb_TxnRequest.with { $0.success = [.get(keys.tail), .get(keys.trimmed)] + ranges }
        let reply: Etcdserverpb_TxnResponse
        do {
            reply = try await cluster.transact(request, isRepeatable: true)
        } catch {
            throw error.error(action, to: name)
        }
        let tail = try reply.range(0).kvs.first.map { try sequence($0.value, of: "tail") }
        let trimmed = try reply.range(1).kvs.first.map { try sequence($0.value, of: "trimmed") }
        if let trimmed, trimmed > tail ?? .zero || tail == nil {
            throw foreignContent("it ends at \(tail ?? .zero), but has forgotten up to \(trimmed)")
        }
        return LogReading(
            revision: reply.header.revision, tail: tail ?? .zero,
            trimmed: trimmed ?? (tail == nil ? .zero : nil),
            keys: ranges.isEmpty ? [] : reply.range(2).kvs)
    }

    /// The last sequence that was forgotten.
    ///
    /// - Parameter reading: What was read; it is read again if the key is absent.
    /// - Returns: The sequence.
    /// - Throws: `ReplicatedLogError`.
    func trimmed(_ reading: LogReading) async throws -> LogSequence {
        if let trimmed = reading.trimmed { return trimmed }
        let again = try await read([.first(keys.first, keys.end)], "read its first entry")
        if let trimmed = again.trimmed { return trimmed }
        guard let key = again.keys.first?.key else { return again.tail }
        guard let first = keys.sequence(key), first > .zero, first <= again.tail else {
            throw foreignContent("the key \(String(decoding: key, as: UTF8.self)) is not one of its entries")
        }
        return LogSequence(first.number - 1)
    }

    /// The error for an entry that is not there, though the log goes beyond it.
    func missing(_ sequence: LogSequence, _ reading: LogReading) async throws -> ReplicatedLogError {
        let trimmed = try await trimmed(reading)
        guard sequence <= trimmed else {
            return foreignContent("entry \(sequence) is missing, though it goes to \(reading.tail)")
        }
        return ReplicatedLogError(
            .trimmed,
            "\(name) has forgotten the entries up to \(trimmed), and entry \(sequence) is needed: begin from a backup that "
                + "goes at least to \(trimmed).")
    }

    /// The sequence that a value stands for.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The end of its key, for the message.
    /// - Returns: The sequence.
    /// - Throws: `ReplicatedLogError` with `foreignContent` if it is none.
    func sequence(_ value: Data, of key: String) throws(ReplicatedLogError) -> LogSequence {
        guard let sequence = EtcdKeys.sequence(value) else {
            throw foreignContent("its key \(key) is not a number, but \(value.count) other bytes")
        }
        return sequence
    }
}
