import FeatureAPI
import Foundation

/// Sends commands to a driver, as https://www.w3.org/TR/webdriver2/ has them.
struct WebDriverClient: Sendable {
    private let transport: any HTTPTransport

    /// The longest time for a command: the driver's own limits are shorter, and its errors say more.
    private static let limit = Duration.seconds(400)

    init(over transport: any HTTPTransport) { self.transport = transport }

    /// Sends a command, and decodes its result.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - parameters: The parameters of a `POST`.
    /// - Returns: The result.
    /// - Throws: ``BrowserError``; `TransportError` if there is no answer.
    func send<Value: Decodable>(
        _ method: APIMethod, _ path: String, _ parameters: JSONValue = [:]
    ) async throws -> Value {
        var request = APIRequest(method, path)
        if method == .post {
            request.fields["Content-Type"] = "application/json; charset=utf-8"
            request.body = Array(try JSONEncoder().encode(parameters))
        }
        let response = try await transport.exchange(request, timeout: Self.limit)
        let body = Data(response.body)
        do {
            guard response.status == 200 else {
                let failure = try JSONDecoder().decode(Answer<Failure>.self, from: body).value
                throw BrowserError(code: BrowserError.Code(rawValue: failure.error), message: failure.message)
            }
            return try JSONDecoder().decode(Answer<Value>.self, from: body).value
        } catch let error as DecodingError {
            throw BrowserError(
                code: .unreadableAnswer,
                message: "\(method.rawValue) \(path): \(String(decoding: body.prefix(1_000), as: UTF8.self)) (\(error))"
            )
        }
    }

    private struct Answer<Value: Decodable>: Decodable {
        let value: Value
    }

    private struct Failure: Decodable {
        let error: String
        let message: String
    }
}
