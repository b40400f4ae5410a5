internal import GRPCCore
internal import NacreReplicated
internal import SwiftProtobuf
internal import Synchronization

extension EtcdFollower {
    /// Watches the entries until the watch breaks.
    ///
    /// - Parameter revision: The first revision of etcd to see.
    /// - Throws: ``EtcdFailure`` if the watch breaks, and what ``deliver(_:)`` throws.
    func watch(from revision: Int64) async throws {
        let start = try await log.cluster.preferredEndpoint()
        let silence = Silence()
        let limit = log.options.watchProbeInterval + log.options.deadline / log.cluster.endpoints.count
        do {
            try await withThrowingTaskGroup { group in
                defer { group.cancelAll() }
                group.addTask { try await self.read(start, from: revision, silence) }
                // A paused server, or one behind a cut cable, keeps the connection open and says nothing.
                group.addTask { try await silence.wait(limit, of: start.endpoint) }
                try await group.next()
            }
        } catch let failure as EtcdFailure {
            if failure.kind == .endpoint { log.cluster.moveOn(from: start.index) }
            throw failure
        }
        log.cluster.moveOn(from: start.index)
        throw EtcdFailure(.endpoint, mayTakeEffect: false, "\(start.endpoint.address) has ended the watch")
    }

    private func read(_ start: PreferredEndpoint, from revision: Int64, _ silence: Silence) async throws {
        let create = Etcdserverpb_WatchRequest.with {
            $0.createRequest.key = log.keys.first
            $0.createRequest.rangeEnd = log.keys.end
            $0.createRequest.startRevision = revision
            $0.createRequest.filters = [.nodelete]
            $0.createRequest.fragment = true
        }
        let interval = log.options.watchProbeInterval
        try await start.endpoint.streaming(
            Etcdserverpb_Watch.Method.Watch.descriptor, start.metadata,
            requests: { (writer: RPCWriter<Etcdserverpb_WatchRequest>) in
                try await writer.write(create)
                while true {
                    try await Task.sleep(for: interval)
                    try await writer.write(.with { $0.progressRequest = Etcdserverpb_WatchProgressRequest() })
                }
            },
            replies: { (replies: RPCAsyncSequence<Etcdserverpb_WatchResponse, any Error>) in
                for try await reply in replies {
                    silence.stop()
                    try await self.handle(reply)
                    silence.begin()
                }
            })
    }

    private func handle(_ reply: Etcdserverpb_WatchResponse) async throws {
        guard !reply.canceled else {
            guard reply.compactRevision == 0 else {
                throw EtcdFailure(.compacted, mayTakeEffect: false, "the history was compacted")
            }
            throw EtcdFailure(RPCError(code: .unavailable, message: reply.cancelReason), wasSent: false)
        }
        guard log.cluster.isOwn(reply.header.clusterID) else {
            throw EtcdFailure(
                .refused(.invalidAddress), mayTakeEffect: false, "an endpoint belongs to another cluster than before")
        }
        if reply.created { noteWatching() }
        for event in reply.events where event.type == .put { try await deliver(event.kv) }
    }
}

/// How long a server has said nothing.
private final class Silence: Sendable {
    /// Since when; `nil` while its answer is being handled.
    private let since = Mutex<ContinuousClock.Instant?>(.now)

    func begin() { since.withLock { $0 = .now } }

    func stop() { since.withLock { $0 = nil } }

    /// Waits until it has lasted too long.
    ///
    /// - Throws: ``EtcdFailure`` then.
    func wait(_ limit: Duration, of endpoint: EtcdEndpoint) async throws {
        while true {
            let now = ContinuousClock.now
            let begin = since.withLock { $0 } ?? now
            guard begin.duration(to: now) < limit else { break }
            try await Task.sleep(until: begin + limit, clock: .continuous)
        }
        endpoint.reconnect()
        throw EtcdFailure(.endpoint, mayTakeEffect: false, "\(endpoint.address) has said nothing for \(limit)")
    }
}
