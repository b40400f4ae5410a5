import FeatureAPI
import Synchronization

/// Loses the answer to the first attempt of each request that changes something, after the server has carried it out.
final class LosingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let lostKeys = Mutex<Set<String>>([])

    init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// The number of lost answers.
    var lost: Int { lostKeys.withLock { $0.count } }

    func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse {
        let response = try await base.exchange(request, timeout: timeout)
        guard let key = request.fields["idempotency-key"], lostKeys.withLock({ $0.insert(key).inserted }) else {
            return response
        }
        throw TransportError(mayBeSent: true, cause: ServerSentEventError.notUTF8)
    }

    func stream(_ request: APIRequest, receive: ([UInt8]) async throws -> Void) async throws -> APIResponse {
        try await base.stream(request, receive: receive)
    }
}
