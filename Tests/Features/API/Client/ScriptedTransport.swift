import FeatureAPI
import Synchronization

/// Answers requests with given outcomes, in order, and remembers the requests.
final class ScriptedTransport: HTTPTransport {
    private let state: Mutex<(outcomes: [Result<APIResponse, TransportError>], requests: [APIRequest])>

    init(_ outcomes: [Result<APIResponse, TransportError>]) {
        state = Mutex((outcomes, []))
    }

    /// The requests so far.
    var requests: [APIRequest] { state.withLock { $0.requests } }

    func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse {
        try await stream(request) { _ in }
    }

    func stream(_ request: APIRequest, receive: ([UInt8]) async throws -> Void) async throws -> APIResponse {
        let response = try state.withLock { state in
            state.requests.append(request)
            return try state.outcomes.removeFirst().get()
        }
        if response.status == 200 { try await receive(response.body) }
        return response
    }
}

/// A transport whose exchange ends with its task.
struct SilentTransport: HTTPTransport {
    func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse {
        try await Task.sleep(for: .seconds(3600))
        return APIResponse(status: 200)
    }

    func stream(_ request: APIRequest, receive: ([UInt8]) async throws -> Void) async throws -> APIResponse {
        try await exchange(request, timeout: .zero)
    }
}

extension Result where Success == APIResponse, Failure == TransportError {
    /// The connection is lost.
    static func lost(mayBeSent: Bool) -> Self {
        .failure(TransportError(mayBeSent: mayBeSent, cause: ServerSentEventError.notUTF8))
    }

    /// A problem.
    static func problem(_ status: Int, _ code: String, retryAfter: Int? = nil) throws -> Self {
        let body = try MessageCoding.encode(Problem(status: status, code: code, detail: "the detail"))
        var fields = APIFields(["content-type": MediaType.problem])
        if let retryAfter { fields["retry-after"] = "\(retryAfter)" }
        return .success(APIResponse(status: status, fields: fields, body: body))
    }

    /// An answer.
    static func answer(_ json: String) -> Self {
        .success(APIResponse(status: 200, body: Array(json.utf8)))
    }
}
