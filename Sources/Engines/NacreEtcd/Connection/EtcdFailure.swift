internal import GRPCCore
internal import NacreReplicated

/// Why a call to a server of etcd has failed, and whether it may have had an effect.
struct EtcdFailure: Error, CustomStringConvertible {
    /// What follows from a failure.
    enum Kind: Equatable {
        /// Another endpoint may answer.
        case endpoint
        /// A new token is needed.
        case token
        /// Every endpoint will say the same.
        case refused(ReplicatedLogError.Code)
        /// The log's history up to a revision is compacted.
        case compacted
        /// The caller was cancelled.
        case cancelled
    }

    /// What follows from it.
    let kind: Kind

    /// Whether the request may have had an effect, or may have one later.
    let mayTakeEffect: Bool

    /// What the server or the connection said.
    let message: String

    /// The error behind it.
    let cause: (any Error)?

    var description: String { message }

    init(_ kind: Kind, mayTakeEffect: Bool, _ message: String, cause: (any Error)? = nil) {
        self.kind = kind
        self.mayTakeEffect = mayTakeEffect
        self.message = message
        self.cause = cause
    }

    /// The failure as an error for the caller of the log.
    ///
    /// - Parameters:
    ///   - action: What was tried, such as `append entry 7`.
    ///   - log: The name of the log.
    /// - Returns: `ReplicatedLogError` or `CancellationError`.
    func error(_ action: String, to log: String) -> any Error {
        switch kind {
        case .cancelled: CancellationError()
        case .endpoint: unreachable(action, log)
        case .compacted: unreachable(action, log)
        case .token: refused(.denied, action, log)
        case .refused(let code): refused(code, action, log)
        }
    }

    private func unreachable(_ action: String, _ log: String) -> ReplicatedLogError {
        ReplicatedLogError(
            .unreachable,
            "No server of \(log) could \(action) in time: \(message). Check that a majority of the servers runs and can "
                + "be reached.", cause: cause ?? self)
    }

    private func refused(_ code: ReplicatedLogError.Code, _ action: String, _ log: String) -> ReplicatedLogError {
        let remedy =
            switch code {
            case .denied:
                "Check the user, its password and its rights on the keys of the log, and the certificates."
            case .noSpace:
                "Trim the log, defragment the servers, and disarm the alarm (etcdctl alarm disarm), or raise their "
                    + "--quota-backend-bytes."
            case .entryTooLarge:
                "Lower the limit for entries, or raise --max-request-bytes of all servers."
            case .unsupportedVersion:
                "Install etcd \(EtcdVersion.oldest) or newer."
            default: "Check the servers."
            }
        return ReplicatedLogError(code, "\(log) refused to \(action): \(message). \(remedy)", cause: cause ?? self)
    }
}

extension EtcdFailure {
    // REP-21: An answer of etcd counts as a refusal only where its source shows that nothing was written.
    /// Classifies the error of a call whose task was not cancelled: a cancellation is then that of the connection.
    ///
    /// - Parameters:
    ///   - error: What the call threw.
    ///   - wasSent: Whether the request may have left this machine.
    init(_ error: any Error, wasSent: Bool) {
        guard let error = error as? RPCError else {
            self.init(.endpoint, mayTakeEffect: wasSent, Self.text(error), cause: error)
            return
        }
        let (kind, isCertain) = Self.meaning(error)
        self.init(kind, mayTakeEffect: wasSent && !isCertain, Self.text(error), cause: error)
    }

    /// What an error means, and whether it is certain that the request had no effect.
    private static func meaning(_ error: RPCError) -> (kind: Kind, isCertain: Bool) {
        for (text, kind) in refusals where error.message.contains(text) { return (kind, true) }
        // etcd checks its quota before and after it applies a request, and gives the same answer.
        if error.message.contains("database space exceeded") { return (.refused(.noSpace), false) }
        switch error.code {
        case .permissionDenied: return (.refused(.denied), true)
        case .unauthenticated: return (.token, true)
        case .unimplemented: return (.refused(.unsupportedVersion), true)
        default: return (isCertificateError(error) ? .refused(.denied) : .endpoint, false)
        }
    }

    /// What etcd says before it has written anything.
    private static let refusals: [(text: String, kind: Kind)] = [
        ("etcdserver: no leader", .endpoint),
        ("etcdserver: too many requests", .endpoint),
        ("etcdserver: not capable", .endpoint),
        ("etcdserver: request is too large", .refused(.entryTooLarge)),
        ("received message larger than max", .refused(.entryTooLarge)),
        ("etcdserver: permission denied", .refused(.denied)),
        ("etcdserver: authentication failed", .refused(.denied)),
        // A client without a token, or with one of another state of the users.
        ("etcdserver: user name is empty", .token),
        ("etcdserver: user name not found", .token),
        ("etcdserver: invalid auth token", .token),
        ("etcdserver: revision of auth store is old", .token),
        // The service for maintenance passes on the errors of the users as they are.
        ("auth: permission denied", .refused(.denied)),
        ("auth: user name is empty", .token),
        ("auth: invalid auth token", .token),
        ("auth: revision in header is old", .token),
        ("etcdserver: mvcc: required revision has been compacted", .compacted),
        ("etcdserver: corrupt cluster", .refused(.notDurable)),
    ]

    /// The message of an error with those of its causes, which alone name a refused connection or a wrong certificate.
    private static func text(_ error: any Error) -> String {
        guard let error = error as? RPCError else { return "\(error)" }
        let message = error.message.isEmpty ? "\(error.code)" : error.message
        guard let cause = error.cause else { return message }
        return "\(message) (\(text(cause)))"
    }

    /// Whether the connection failed because of a certificate.
    private static func isCertificateError(_ error: RPCError) -> Bool {
        let text = text(error).uppercased()
        return [
            "CERTIFICATE_VERIFY_FAILED", "BAD_CERTIFICATE", "CERTIFICATE_REQUIRED", "UNKNOWN_CA", "UNABLETOVALIDATE",
        ]
        .contains { text.contains($0) }
    }
}
