public import NacreReplicated
internal import SwiftProtobuf

extension EtcdLog {
    /// The entries that one transaction forgets: others wait meanwhile.
    private static let trimmedAtOnce: UInt64 = 10_000

    /// Forgets the entries up to a sequence, and keeps the numbering.
    ///
    /// Forgetting what is forgotten is no error. The history of etcd is compacted, which concerns all its keys: the space is used again. ``defragment()`` gives it
    /// back to the file system.
    ///
    /// - Parameter sequence: The last entry to forget; never beyond the last one.
    /// - Throws: `ReplicatedLogError`, with `foreignContent` if the log ends before the sequence.
    public func trim(upTo sequence: LogSequence) async throws {
        while true {
            let reading = try await read([], "read its bounds")
            guard sequence <= reading.tail else {
                throw foreignContent("it ends at \(reading.tail), before \(sequence), which is to be forgotten")
            }
            let trimmed = try await trimmed(reading)
            guard trimmed < sequence else { return try await compact(upTo: reading.revision) }
            let upper = LogSequence(min(sequence.number, trimmed.number + Self.trimmedAtOnce))
            try await forget(from: trimmed, upTo: upper, hasKey: reading.trimmed != nil)
        }
    }

    // REP-23: Trimming a full etcd only deletes.
    /// Deletes entries, unless another node has trimmed the log meanwhile.
    ///
    /// A full etcd refuses all puts, but not deletes. The key `trimmed` is then deleted with the entries, and readers look
    /// for the first entry instead, until the next trimming has space for the key again.
    private func forget(from trimmed: LogSequence, upTo sequence: LogSequence, hasKey: Bool) async throws {
        let action = "forget the entries up to \(sequence)"
        var request = Etcdserverpb_TxnRequest.with {
            $0.compare = [hasKey ? .equals(keys.trimmed, EtcdKeys.value(trimmed)) : .isAbsent(keys.trimmed)]
            $0.success = [
                .delete(keys.entry(trimmed.next), keys.entry(sequence.next)),
                .put(keys.trimmed, EtcdKeys.value(sequence)),
            ]
        }
        do {
            do {
                _ = try await cluster.transact(request, isRepeatable: true)
            } catch  where error.kind == .refused(.noSpace) {
                request.success[1] = .delete(keys.trimmed)
                _ = try await cluster.transact(request, isRepeatable: true)
            }
        } catch {
            throw error.error(action, to: name)
        }
    }

    private func compact(upTo revision: Int64) async throws {
        do {
            try await cluster.compact(upTo: revision)
        } catch  where error.kind == .compacted {
            // Another client has done it.
        } catch {
            throw error.error("compact its history", to: name)
        }
    }

    /// Gives the space of forgotten entries back to the file systems of the servers, one server after the other.
    ///
    /// A server that is being defragmented answers nothing; the others go on. It needs the role `root` if etcd has users.
    ///
    /// - Throws: `ReplicatedLogError` for the first server where it fails; those behind it are left alone.
    public func defragment() async throws {
        for index in cluster.endpoints.indices {
            do {
                try await cluster.defragment(index, timeout: options.defragmentDeadline)
            } catch {
                throw error.error("defragment \(cluster.endpoints[index].address)", to: name)
            }
        }
    }
}
