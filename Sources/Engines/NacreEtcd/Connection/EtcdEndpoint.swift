internal import GRPCCore
internal import GRPCNIOTransportHTTP2
internal import GRPCProtobuf
internal import NacreReplicated
internal import SwiftProtobuf
internal import Synchronization

/// A server of etcd, and the connection to it.
///
/// The connection is established with the first call, and again whenever it breaks.
final class EtcdEndpoint: Sendable {
    typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

    private struct State {
        /// The connection with the task that runs it; `nil` before the first call and after the end.
        var connection: (client: Client, run: Task<Void, Never>)?
        var isClosed = false
    }

    /// Where it is.
    let address: EtcdAddress.Endpoint

    /// The largest answer, in bytes.
    let replyByteLimit: Int
    private let security: EtcdSecurity
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: Where it is.
    ///   - security: Whether and how the connection is encrypted.
    ///   - replyByteLimit: The largest answer, in bytes.
    init(_ address: EtcdAddress.Endpoint, security: EtcdSecurity, replyByteLimit: Int) {
        self.address = address
        self.security = security
        self.replyByteLimit = replyByteLimit
    }

    deinit { state.withLock { $0.connection?.run.cancel() } }

    /// Makes a call with one request and one answer.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request.
    ///   - metadata: What accompanies it, such as the token.
    ///   - timeout: The time until it fails.
    /// - Returns: The answer.
    /// - Throws: ``EtcdFailure``.
    func unary<Request: Message, Reply: Message>(
        _ method: MethodDescriptor, _ request: Request, _ metadata: Metadata, timeout: Duration
    ) async throws(EtcdFailure) -> Reply {
        guard timeout > .zero else {
            throw EtcdFailure(.endpoint, mayTakeEffect: false, "\(address): no time was left to ask it")
        }
        // The client does not say whether a call that failed was sent. It asks for the message when it has a stream.
        let wasSent = Sending()
        let client = try connected()
        do {
            return try await client.clientStreaming(
                request: StreamingClientRequest(metadata: metadata) { writer in
                    wasSent.begin()
                    try await writer.write(request)
                },
                descriptor: method, serializer: ProtobufSerializer<Request>(),
                deserializer: ProtobufDeserializer<Reply>(), options: options(timeout: timeout)
            ) { try $0.message }
        } catch {
            if (error as? RPCError)?.code == .deadlineExceeded { reconnect(from: client) }
            throw failure(error, wasSent: wasSent.hasBegun)
        }
    }

    /// Makes a call with a stream of requests and a stream of answers, which lasts until one of both sides ends it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - metadata: What accompanies it, such as the token.
    ///   - requests: Writes the requests.
    ///   - replies: Reads the answers.
    /// - Throws: ``EtcdFailure``, and what `replies` throws.
    func streaming<Request: Message, Reply: Message>(
        _ method: MethodDescriptor, _ metadata: Metadata,
        requests: @escaping @Sendable (RPCWriter<Request>) async throws -> Void,
        replies: @escaping @Sendable (RPCAsyncSequence<Reply, any Error>) async throws -> Void
    ) async throws {
        let client = try connected()
        do {
            try await client.bidirectionalStreaming(
                request: StreamingClientRequest(metadata: metadata, producer: requests), descriptor: method,
                serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Reply>(),
                options: options(timeout: nil)
            ) { try await replies($0.messages) }
        } catch  where error is EtcdFailure || error is ReplicatedLogError {
            throw error
        } catch {
            throw failure(error, wasSent: false)
        }
    }

    private func failure(_ error: any Error, wasSent: Bool) -> EtcdFailure {
        guard !Task.isCancelled else {
            return EtcdFailure(.cancelled, mayTakeEffect: wasSent, "the call was cancelled", cause: error)
        }
        let failure = EtcdFailure(error, wasSent: wasSent)
        return EtcdFailure(
            failure.kind, mayTakeEffect: failure.mayTakeEffect, "\(address): \(failure.message)", cause: failure.cause)
    }

    private func options(timeout: Duration?) -> CallOptions {
        var options = CallOptions.defaults
        options.timeout = timeout
        options.waitForReady = false
        // The transport takes the limit of requests as that of answers.
        options.maxRequestMessageBytes = replyByteLimit
        options.maxResponseMessageBytes = replyByteLimit
        return options
    }

    /// The client, created if there is none.
    private func connected() throws(EtcdFailure) -> Client {
        let result: Result<Client, any Error> = state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            if let connection = state.connection { return .success(connection.client) }
            return Result {
                let client = try Client(transport: security.transport(to: address))
                // It ends by throwing nothing that the calls do not throw, too.
                state.connection = (client, Task.detached { try? await client.runConnections() })
                return client
            }
        }
        do {
            return try result.get()
        } catch let failure as EtcdFailure {
            throw failure
        } catch {
            // The files of the certificates cannot be used.
            throw EtcdFailure(.refused(.denied), mayTakeEffect: false, EtcdSecurity.text(error), cause: error)
        }
    }

    /// Gives up a connection on which an answer did not come in time: its other end may be gone without a word.
    ///
    /// - Parameter client: The client of the connection.
    func reconnect(from client: Client) {
        let old = state.withLock { state -> Task<Void, Never>? in
            guard let connection = state.connection, connection.client === client else { return nil }
            state.connection = nil
            return connection.run
        }
        old?.cancel()
    }

    /// Gives up the connection; the next call establishes another one.
    func reconnect() {
        let old = state.withLock { state in
            defer { state.connection = nil }
            return state.connection?.run
        }
        old?.cancel()
    }

    /// Closes the connection for good, so that calls in progress fail.
    func close() async {
        let run = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection?.run
        }
        run?.cancel()
        await run?.value
    }

    /// The failure of every call behind ``close()``.
    static let closed = EtcdFailure(.refused(.closed), mayTakeEffect: false, "the log was closed")
}

/// Whether a request has been handed over for sending.
private final class Sending: Sendable {
    private let flag = Atomic(false)

    var hasBegun: Bool { flag.load(ordering: .acquiring) }

    func begin() { flag.store(true, ordering: .releasing) }
}
