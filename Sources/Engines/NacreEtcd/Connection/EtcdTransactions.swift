internal import GRPCCore
internal import NacreReplicated
internal import SwiftProtobuf

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension EtcdCluster {
    /// Carries out a transaction.
    ///
    /// - Parameters:
    ///   - request: The transaction; linearizable even if it only reads.
    ///   - isRepeatable: Whether it may be sent again when it may have had an effect.
    /// - Returns: Its answer.
    /// - Throws: ``EtcdFailure``.
    func transact(
        _ request: Etcdserverpb_TxnRequest, isRepeatable: Bool
    ) async throws(EtcdFailure) -> Etcdserverpb_TxnResponse {
        let method = Etcdserverpb_KV.Method.Txn.descriptor
        let reply: Etcdserverpb_TxnResponse = try await call(isRepeatable: isRepeatable) {
            endpoint, metadata, timeout async throws(EtcdFailure) in
            try await endpoint.unary(method, request, metadata, timeout: timeout)
        }
        guard isOwn(reply.header.clusterID) else {
            throw EtcdFailure(
                .refused(.invalidAddress), mayTakeEffect: true, "an endpoint belongs to another cluster than before")
        }
        return reply
    }

    /// Compacts the history of all keys.
    ///
    /// - Parameter revision: The revision that stays readable.
    /// - Throws: ``EtcdFailure``, with `compacted` if that is done already.
    func compact(upTo revision: Int64) async throws(EtcdFailure) {
        let request = Etcdserverpb_CompactionRequest.with { $0.revision = revision }
        let method = Etcdserverpb_KV.Method.Compact.descriptor
        let _: Etcdserverpb_CompactionResponse = try await call(isRepeatable: true) {
            endpoint, metadata, timeout async throws(EtcdFailure) in
            try await endpoint.unary(method, request, metadata, timeout: timeout)
        }
    }
}

extension Etcdserverpb_Compare {
    /// Whether a key has a value.
    static func equals(_ key: Data, _ value: Data) -> Self {
        .with {
            $0.target = .value
            $0.key = key
            $0.value = value
        }
    }

    /// Whether a key is absent.
    static func isAbsent(_ key: Data) -> Self {
        .with {
            $0.target = .create
            $0.key = key
            $0.createRevision = 0
        }
    }
}

extension Etcdserverpb_RequestOp {
    /// Reads a key.
    static func get(_ key: Data) -> Self { .with { $0.requestRange.key = key } }

    /// Reads the keys of a range with their values.
    ///
    /// - Parameters:
    ///   - key: The first key.
    ///   - end: The first key behind them.
    /// - Returns: The operation.
    static func range(_ key: Data, _ end: Data) -> Self {
        .with {
            $0.requestRange.key = key
            $0.requestRange.rangeEnd = end
        }
    }

    /// Reads the first key of a range without its value.
    ///
    /// - Complexity: Linear in the keys of the range, in etcd 3.4.
    static func first(_ key: Data, _ end: Data) -> Self {
        .with {
            $0.requestRange.key = key
            $0.requestRange.rangeEnd = end
            $0.requestRange.limit = 1
            $0.requestRange.keysOnly = true
        }
    }

    /// Writes a key.
    static func put(_ key: Data, _ value: Data) -> Self {
        .with {
            $0.requestPut.key = key
            $0.requestPut.value = value
        }
    }

    /// Deletes a key.
    static func delete(_ key: Data) -> Self { .with { $0.requestDeleteRange.key = key } }

    /// Deletes the keys of a range.
    static func delete(_ key: Data, _ end: Data) -> Self {
        .with {
            $0.requestDeleteRange.key = key
            $0.requestDeleteRange.rangeEnd = end
        }
    }
}

extension Etcdserverpb_TxnResponse {
    /// The answer to the read at an index of the transaction.
    ///
    /// - Parameter index: The index among the operations that were carried out.
    /// - Returns: The answer; an empty one if there is none.
    func range(_ index: Int) -> Etcdserverpb_RangeResponse {
        index < responses.count ? responses[index].responseRange : Etcdserverpb_RangeResponse()
    }
}
