import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization

/// The body of a request, which is read once its client is admitted.
final class IncomingBody: Sendable {
    private let body: RequestBody
    private let limit: Int
    private let connection: Connection?

    /// The length that the client states; `nil` if it states none, and sends the body in chunks.
    private let statedLength: Int?

    private let wasRead: Mutex<Bool>

    init(_ request: Request, limit: Int, of connection: Connection?) {
        body = request.body
        self.limit = limit
        self.connection = connection
        let isChunked = request.headers[.transferEncoding] != nil
        statedLength = isChunked ? nil : request.headers[.contentLength].map { Int($0) ?? .max } ?? 0
        wasRead = Mutex(statedLength == 0)
        if statedLength == 0 { connection?.completeRequest() }
    }

    /// Whether the body was read to its end.
    var isComplete: Bool { wasRead.withLock { $0 } }

    /// Whether the connection can be used for another request: what was not read is short, and is skipped.
    var isReusable: Bool { isComplete || statedLength.map { $0 <= limit } ?? false }

    /// Reads the body.
    ///
    /// - Returns: The bytes.
    /// - Throws: A ``Failure`` if it is too large, or does not arrive; `CancellationError`.
    func read() async throws -> [UInt8] {
        guard statedLength != 0 else { return [] }
        guard statedLength ?? 0 <= limit else { throw Failure.bodyTooLarge(limit: limit) }
        do {
            let bytes = try await body.collect(upTo: limit)
            try Task.checkCancellation()
            connection?.completeRequest()
            wasRead.withLock { $0 = true }
            return Array(buffer: bytes)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw error is NIOTooManyBytesError ? Failure.bodyTooLarge(limit: limit) : Failure.requestTimeout
        }
    }
}
