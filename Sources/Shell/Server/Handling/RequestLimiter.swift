/// Limits the requests of each client: all of them, and apart from that those that hash a password.
struct RequestLimiter: Sendable {
    // API-20: A request is counted before its body is read, by account, and by address without one.

    private let requests: RateLimiter
    private let passwords: RateLimiter

    init(_ limits: ServerLimits) {
        requests = RateLimiter(perSecond: limits.requestsPerSecond, burst: limits.burst)
        passwords = RateLimiter(perSecond: limits.passwordsPerSecond, burst: limits.passwordBurst)
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - address: The address of the client.
    ///   - account: The account of the client's session; `nil` without a valid one.
    ///   - hashesPassword: Whether the request makes the server hash a password.
    /// - Throws: A ``Failure`` if the client has made too many.
    func admit(address: String, account: String? = nil, hashesPassword: Bool = false) throws(Failure) {
        let client = account.map { "account \($0)" } ?? "address \(address)"
        try admit(client, by: requests)
        if hashesPassword { try admitPassword(address: address, account: account) }
    }

    /// Counts a request that makes the server hash a password, besides counting it as a request.
    ///
    /// - Parameters:
    ///   - address: The address of the client.
    ///   - account: The account of the client's session; `nil` without a valid one.
    /// - Throws: A ``Failure`` if the client has made too many.
    func admitPassword(address: String, account: String? = nil) throws(Failure) {
        // By address too: an account is registered with a single request.
        try admit("address \(address)", by: passwords)
        if let account { try admit("account \(account)", by: passwords) }
    }

    private func admit(_ client: String, by limiter: RateLimiter) throws(Failure) {
        if let seconds = limiter.admit(client) { throw .tooManyRequests(retryAfter: seconds) }
    }
}
