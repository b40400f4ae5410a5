import AsyncHTTPClient
public import FeatureAPI
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Carries requests over HTTP, by async-http-client.
///
/// Connections are kept open between requests. ``shutdown()`` must be called when the transport is no longer used.
///
/// Threading: may be shared.
public struct HTTPClientTransport: HTTPTransport {
    private let server: ServerAddress
    private let client: HTTPClient

    /// The largest answer that is not a stream, in bytes.
    private static let largestAnswer = 16 << 20

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - connecting: The longest time until a request has a connection.
    ///   - silence: The longest time without any bytes from the server, also within a stream.
    public init(
        to server: ServerAddress, connecting: Duration = .seconds(10), silence: Duration = .seconds(45)
    ) {
        self.server = server
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(connecting), read: TimeAmount(silence)))
        // The client's own policy decides about repeats.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections; requests in flight fail.
    ///
    /// - Throws: Errors of closing.
    public func shutdown() async throws {
        try await client.shutdown()
    }

    /// Sends a request, and receives the complete answer.
    public func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse {
        try await withThrowingTaskGroup(of: APIResponse?.self) { group in
            group.addTask {
                try await Self.mapped {
                    let response = try await client.execute(outgoing(request), deadline: .distantFuture)
                    return try await complete(response)
                }
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let response = first else {
                throw TransportError(mayBeSent: true, cause: ExchangeTimeout(timeout: timeout))
            }
            return response
        }
    }

    /// Sends a request whose answer is a stream, and passes on the stream's bytes as they arrive.
    public func stream(
        _ request: APIRequest, receive: ([UInt8]) async throws -> Void
    ) async throws -> APIResponse {
        let response = try await Self.mapped { try await client.execute(outgoing(request), deadline: .distantFuture) }
        guard response.status == .ok else { return try await Self.mapped { try await complete(response) } }
        do {
            for try await piece in response.body {
                do {
                    try await receive(Array(piece.readableBytesView))
                } catch {
                    throw ReceiverError(cause: error)
                }
            }
        } catch let error as ReceiverError {
            throw error.cause
        } catch {
            throw try Self.transportError(error)
        }
        return APIResponse(status: Int(response.status.code), fields: Self.fields(of: response))
    }

    private func outgoing(_ request: APIRequest) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: server.text + request.target)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.fields.all { outgoing.headers.add(name: field.name, value: field.value) }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        return outgoing
    }

    private func complete(_ response: HTTPClientResponse) async throws -> APIResponse {
        let body = try await response.body.collect(upTo: Self.largestAnswer)
        return APIResponse(
            status: Int(response.status.code), fields: Self.fields(of: response), body: Array(body.readableBytesView))
    }

    private static func fields(of response: HTTPClientResponse) -> APIFields {
        response.headers.reduce(into: APIFields()) { $0.add($1.value, to: $1.name) }
    }

    /// The result of a closure; its errors say whether the server may have received the request.
    private static func mapped<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            throw try transportError(error)
        }
    }

    /// The error of a transport; throws `CancellationError` instead if the task is cancelled.
    private static func transportError(_ error: any Error) throws -> TransportError {
        try Task.checkCancellation()
        return TransportError(mayBeSent: !isBeforeSending(error), cause: error)
    }

    /// The errors of connecting to an address, which no connection that was made has.
    private static let unconnected: Set<CInt> = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL]

    /// Whether an error is of making the connection, before anything is sent.
    private static func isBeforeSending(_ error: any Error) -> Bool {
        if error is NIOConnectionError { return true }
        if let error = error as? IOError { return unconnected.contains(error.errnoCode) }
        return [
            HTTPClientError.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .invalidURL,
            .emptyHost,
        ].contains(error as? HTTPClientError)
    }
}

/// An error of the receiver of a stream, which is none of the connection.
private struct ReceiverError: Error {
    let cause: any Error
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let parts = duration.components
        self = .seconds(parts.seconds) + .nanoseconds(parts.attoseconds / 1_000_000_000)
    }
}
