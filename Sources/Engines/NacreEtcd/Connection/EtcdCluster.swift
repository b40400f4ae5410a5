internal import GRPCCore
internal import NacreReplicated
internal import Synchronization

/// The servers of a cluster of etcd: which one is asked, for how long, and as which user.
final class EtcdCluster: Sendable {
    /// A call to a server.
    ///
    /// - Parameters:
    ///   - endpoint: The server.
    ///   - metadata: What accompanies the request.
    ///   - timeout: The time until it has to fail.
    typealias Call<Reply> =
        @Sendable (_ endpoint: EtcdEndpoint, _ metadata: Metadata, _ timeout: Duration) async throws(EtcdFailure) ->
        Reply

    private struct State {
        /// The index of the endpoint that is asked first: the last one that answered.
        var preferred = 0
        /// The cluster that the first endpoint belongs to, which all others must belong to.
        var clusterID: UInt64?
        /// The indexes of the endpoints of which version and cluster are known.
        var admitted: Set<Int> = []
    }

    /// The servers.
    let endpoints: [EtcdEndpoint]
    private let authentication: EtcdAuthentication
    private let deadline: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: Where the servers are, and the user.
    ///   - options: Certificates, password and deadline.
    init(_ address: EtcdAddress, _ options: EtcdOptions) {
        let security = EtcdSecurity(address, options)
        endpoints = address.endpoints.map {
            EtcdEndpoint($0, security: security, replyByteLimit: PageSize.replyByteLimit(options.entryByteLimit))
        }
        authentication = EtcdAuthentication(user: address.user, password: address.password ?? options.password)
        deadline = options.deadline
    }

    /// Makes a call on the endpoints in turn until one answers or the deadline has passed.
    ///
    /// - Parameters:
    ///   - isRepeatable: Whether a call that may have had an effect is made again.
    ///   - call: The call.
    /// - Returns: The answer.
    /// - Throws: ``EtcdFailure``: the first one that ends it, or the last one before the deadline.
    func call<Reply>(isRepeatable: Bool, _ call: Call<Reply>) async throws(EtcdFailure) -> Reply {
        let end = ContinuousClock.now + deadline
        var untried = endpoints.count
        var pause = Duration.milliseconds(20)
        var hasRenewedToken = false
        while true {
            let index = preferred
            // Each endpoint of the round gets an equal share, so that one which does not answer leaves time for the others.
            let timeout = ContinuousClock.now.duration(to: end) / untried
            let token = authentication.current
            do {
                return try await ask(index, token, timeout, call)
            } catch {
                switch error.kind {
                case .token where !hasRenewedToken:
                    hasRenewedToken = true
                    authentication.forget(token)
                    continue
                case .endpoint where !error.mayTakeEffect || isRepeatable:
                    moveOn(from: index)
                    untried -= 1
                case .endpoint:
                    moveOn(from: index)
                    throw error
                default: throw error
                }
                guard untried == 0 else { continue }
                untried = endpoints.count
                guard ContinuousClock.now + pause < end else { throw error }
                do {
                    try await Task.sleep(for: pause)
                } catch {
                    throw EtcdFailure(.cancelled, mayTakeEffect: false, "the call was cancelled", cause: error)
                }
                pause = min(pause * 2, .milliseconds(200))
            }
        }
    }

    private func ask<Reply>(
        _ index: Int, _ token: EtcdAuthentication.Token?, _ timeout: Duration, _ call: Call<Reply>
    ) async throws(EtcdFailure) -> Reply {
        let end = ContinuousClock.now + timeout
        try await admit(index, timeout: timeout)
        let metadata = try await metadata(token, endpoints[index], timeout: ContinuousClock.now.duration(to: end))
        return try await call(endpoints[index], metadata, ContinuousClock.now.duration(to: end))
    }

    /// What accompanies requests for the log's keys: the token, and the wish that a server without a leader says so.
    private func metadata(
        _ token: EtcdAuthentication.Token?, _ endpoint: EtcdEndpoint, timeout: Duration
    ) async throws(EtcdFailure) -> Metadata {
        var metadata: Metadata = ["hasleader": "true"]
        let token =
            if let token { token } else { try await authentication.authenticate(at: endpoint, timeout: timeout) }
        if let text = token.text { metadata.addString(text, forKey: "token") }
        return metadata
    }
}

extension EtcdCluster {
    /// The index of the endpoint that is asked first.
    var preferred: Int { state.withLock { $0.preferred } }

    /// Lets the next endpoint be the one that is asked first.
    ///
    /// - Parameter index: The endpoint that has failed; nothing changes if another one is preferred already.
    func moveOn(from index: Int) {
        state.withLock { state in
            guard state.preferred == index else { return }
            state.preferred = (index + 1) % endpoints.count
        }
    }

    /// Lets an endpoint be the one that is asked first.
    func prefer(_ index: Int) { state.withLock { $0.preferred = index } }

    /// The endpoint that is asked first, and what accompanies requests to it.
    ///
    /// - Returns: The endpoint.
    /// - Throws: ``EtcdFailure``; another endpoint is preferred then.
    func preferredEndpoint() async throws(EtcdFailure) -> PreferredEndpoint {
        let index = preferred
        let endpoint = endpoints[index]
        let timeout = deadline / endpoints.count
        do {
            try await admit(index, timeout: timeout)
            let metadata = try await metadata(authentication.current, endpoint, timeout: timeout)
            return PreferredEndpoint(index: index, endpoint: endpoint, metadata: metadata)
        } catch {
            if error.kind == .endpoint { moveOn(from: index) }
            throw error
        }
    }

    /// Gets a new token for the next calls.
    func forgetToken() { authentication.forget(authentication.current) }

    // REP-22: An endpoint of etcd is asked for its version and cluster before it is used.
    /// Checks the version and the cluster of an endpoint before its first use: the fence holds within one cluster alone.
    ///
    /// - Parameters:
    ///   - index: The endpoint.
    ///   - timeout: The time until it fails.
    /// - Throws: ``EtcdFailure``.
    private func admit(_ index: Int, timeout: Duration) async throws(EtcdFailure) {
        guard !state.withLock({ $0.admitted.contains(index) }) else { return }
        let status = try await status(of: endpoints[index], timeout: timeout)
        try admit(index, status)
    }

    /// Checks the version and the cluster that an endpoint has reported.
    ///
    /// - Parameters:
    ///   - index: The endpoint.
    ///   - status: What it has reported.
    /// - Throws: ``EtcdFailure``.
    func admit(_ index: Int, _ status: Etcdserverpb_StatusResponse) throws(EtcdFailure) {
        let address = endpoints[index].address
        guard let version = EtcdVersion(status.version), version >= .oldest else {
            throw EtcdFailure(
                .refused(.unsupportedVersion), mayTakeEffect: false,
                "\(address) runs version \(status.version.isEmpty ? "unknown" : status.version)")
        }
        let first = state.withLock { state in
            let first = state.clusterID ?? status.header.clusterID
            state.clusterID = first
            if first == status.header.clusterID { state.admitted.insert(index) }
            return first
        }
        guard first == status.header.clusterID else {
            throw EtcdFailure(
                .refused(.invalidAddress), mayTakeEffect: false,
                "\(address) belongs to another cluster than the endpoints before it: remove it from the address")
        }
    }

    /// Whether an answer comes from the cluster that the endpoints belong to.
    ///
    /// - Parameter clusterID: The cluster that the answer names.
    /// - Returns: Whether it is theirs.
    func isOwn(_ clusterID: UInt64) -> Bool { state.withLock { $0.clusterID == clusterID } }

    /// The status of an endpoint, for which no rights are needed.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - timeout: The time until it fails.
    /// - Returns: The status.
    /// - Throws: ``EtcdFailure``.
    func status(of endpoint: EtcdEndpoint, timeout: Duration) async throws(EtcdFailure) -> Etcdserverpb_StatusResponse {
        try await endpoint.unary(
            Etcdserverpb_Maintenance.Method.Status.descriptor, Etcdserverpb_StatusRequest(), [:], timeout: timeout)
    }

    /// Defragments an endpoint.
    ///
    /// - Parameters:
    ///   - index: The endpoint.
    ///   - timeout: The time until it fails.
    /// - Throws: ``EtcdFailure``.
    func defragment(_ index: Int, timeout: Duration) async throws(EtcdFailure) {
        do {
            try await defragmentOnce(index, timeout)
        } catch  where error.kind == .token {
            forgetToken()
            try await defragmentOnce(index, timeout)
        }
    }

    private func defragmentOnce(_ index: Int, _ timeout: Duration) async throws(EtcdFailure) {
        let endpoint = endpoints[index]
        let metadata = try await metadata(authentication.current, endpoint, timeout: deadline)
        let _: Etcdserverpb_DefragmentResponse = try await endpoint.unary(
            Etcdserverpb_Maintenance.Method.Defragment.descriptor, Etcdserverpb_DefragmentRequest(), metadata,
            timeout: timeout)
    }

    /// Closes the connections, so that calls in progress fail.
    func close() async {
        for endpoint in endpoints { await endpoint.close() }
    }
}

/// The endpoint that is asked first.
struct PreferredEndpoint {
    let index: Int
    let endpoint: EtcdEndpoint

    /// What accompanies requests to it.
    let metadata: Metadata
}
