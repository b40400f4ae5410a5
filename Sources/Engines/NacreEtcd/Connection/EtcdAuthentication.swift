internal import GRPCCore
internal import NacreReplicated
internal import SwiftProtobuf
internal import Synchronization

/// The token that etcd has given for a user and a password.
final class EtcdAuthentication: Sendable {
    /// A token.
    struct Token: Sendable {
        /// What requests carry; `nil` if they need nothing.
        let text: String?
        fileprivate let number: Int
    }

    private struct State {
        var current: Token?
        /// The attempt in progress: checking a password is slow on purpose, so concurrent callers share one.
        var attempt: Task<Result<String?, EtcdFailure>, Never>?
        var count = 0
    }

    private let user: String?
    private let password: String?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - user: The user; `nil` for none.
    ///   - password: The password; `nil` for none.
    init(user: String?, password: String?) {
        self.user = user
        self.password = password
        if user == nil { state.withLock { $0.current = Token(text: nil, number: 0) } }
    }

    /// The token; `nil` if a new one is needed.
    var current: Token? { state.withLock { $0.current } }

    /// Gives up a token that etcd does not accept.
    ///
    /// - Parameter token: The token; nothing changes if there is another one already.
    func forget(_ token: Token?) {
        guard user != nil, let token else { return }
        state.withLock { state in
            if state.current?.number == token.number { state.current = nil }
        }
    }

    /// Gets a token.
    ///
    /// - Parameters:
    ///   - endpoint: The server to ask.
    ///   - timeout: The time until it fails.
    /// - Returns: The token, which is the current one from now on.
    /// - Throws: ``EtcdFailure``; the calls that need the token have had no effect.
    func authenticate(at endpoint: EtcdEndpoint, timeout: Duration) async throws(EtcdFailure) -> Token {
        guard let user else { return Token(text: nil, number: 0) }
        guard let password else {
            throw EtcdFailure(
                .refused(.denied), mayTakeEffect: false,
                "the password of \(user) is missing: it is neither in the address nor in the options")
        }
        let attempt = state.withLock { state in
            if let attempt = state.attempt { return attempt }
            let attempt = Task<Result<String?, EtcdFailure>, Never>.detached {
                do throws(EtcdFailure) {
                    return .success(try await Self.token(user, password, endpoint, timeout))
                } catch {
                    return .failure(error)
                }
            }
            state.attempt = attempt
            return attempt
        }
        let result = await attempt.value
        let token = state.withLock { state -> Token? in
            if state.attempt == attempt {
                state.attempt = nil
                state.count += 1
                if case .success(let text) = result { state.current = Token(text: text, number: state.count) }
            }
            return state.current
        }
        if let token { return token }
        return Token(text: try result.get(), number: -1)
    }

    private static func token(
        _ user: String, _ password: String, _ endpoint: EtcdEndpoint, _ timeout: Duration
    ) async throws(EtcdFailure) -> String? {
        let request = Etcdserverpb_AuthenticateRequest.with {
            $0.name = user
            $0.password = password
        }
        do {
            let reply: Etcdserverpb_AuthenticateResponse = try await endpoint.unary(
                Etcdserverpb_Auth.Method.Authenticate.descriptor, request, [:], timeout: timeout)
            return reply.token
        } catch {
            // The users are not enabled, or not yet. Once they are, calls fail and ask for a token again.
            if error.message.contains("authentication is not enabled") { return nil }
            throw EtcdFailure(error.kind, mayTakeEffect: false, error.message, cause: error.cause)
        }
    }
}
