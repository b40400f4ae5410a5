import AsyncHTTPClient
import FeatureAPI
import NIOCore
import NIOHTTP1

/// Sends requests of one session, and repeats each until it is answered.
struct PatientClient: Sendable {
    /// An answer at last.
    struct Answer: Sendable {
        let response: APIResponse

        /// Whether an earlier attempt got no answer, so that its effect is unknown.
        let isRepeated: Bool
    }

    /// The server failed, which no repetition mends.
    struct ServerFailure: Error {
        let request: String
        let answer: String
    }

    let http: HTTPClient
    let port: Int
    var token: String?

    /// Sends a request until it is answered.
    ///
    /// - Throws: ``ServerFailure``; `CancellationError`.
    func send(_ request: APIRequest) async throws -> Answer {
        var isRepeated = false
        while true {
            try Task.checkCancellation()
            var pause = Duration.milliseconds(20)
            do {
                let response = try await attempt(request)
                switch response.status {
                case 423, 429: pause = .milliseconds(200)
                case 408, 503: isRepeated = true
                case 500...:
                    throw ServerFailure(
                        request: "\(request.method.rawValue) \(request.target)",
                        answer: String(decoding: response.body, as: UTF8.self))
                default: return Answer(response: response, isRepeated: isRepeated)
                }
            } catch let error as ServerFailure {
                throw error
            } catch {
                // The connection was cut, or nothing listens.
                isRepeated = true
            }
            try await Task.sleep(for: pause)
        }
    }

    private func attempt(_ request: APIRequest) async throws -> APIResponse {
        var message = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(request.target)")
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.fields.all { message.headers.add(name: field.name, value: field.value) }
        if let token { message.headers.add(name: "authorization", value: "Bearer \(token)") }
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let response = try await http.execute(message, timeout: .seconds(10))
        var fields = APIFields()
        for header in response.headers { fields.add(header.value, to: header.name) }
        let body = try await response.body.collect(upTo: 8 << 20)
        return APIResponse(status: Int(response.status.code), fields: fields, body: Array(body.readableBytesView))
    }
}
