import NIOCore
import NIOPosix
import NIOSSL

/// A connection to a mail server.
struct SMTPConnection: Sendable {
    /// The server has sent more in clear than its consent to TLS: someone else may have sent it.
    struct UnexpectedData: Error {}

    private let channel: any Channel
    private let replies: NIOLoopBound<SMTPReplyHandler>
    private let host: String

    /// Connects to a server, runs a closure, and closes the connection in any case.
    ///
    /// A cancelled task ends the connection, and with it the wait for a reply.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - tls: The context of TLS if the connection begins with it.
    ///   - timeout: The longest time for connecting.
    ///   - body: Uses the connection.
    /// - Throws: Errors of connecting and of `body`; `CancellationError`.
    static func with(
        _ server: SMTPServer, tls: NIOSSLContext?, connectingWithin timeout: Duration,
        _ body: (SMTPConnection) async throws -> Void
    ) async throws {
        let connection = try await connect(to: server, tls: tls, within: timeout)
        do {
            try await withTaskCancellationHandler {
                try await body(connection)
            } onCancel: {
                connection.channel.close(promise: nil)
            }
        } catch {
            connection.channel.close(promise: nil)
            try Task.checkCancellation()
            throw error
        }
    }

    private static func connect(
        to server: SMTPServer, tls: NIOSSLContext?, within timeout: Duration
    ) async throws -> SMTPConnection {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(timeout))
        // A stream, because its reader stops waiting when the task is cancelled.
        let (connections, continuation) = AsyncThrowingStream.makeStream(of: SMTPConnection.self)
        Task {
            do {
                let connection = try await bootstrap.connect(host: server.host, port: server.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try SMTPConnection(on: channel, to: server, tls: tls) }
                }
                if case .terminated = continuation.yield(connection) { connection.channel.close(promise: nil) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await connection in connections { return connection }
        throw CancellationError()
    }

    /// Sets up the pipeline of a channel, on its event loop.
    private init(on channel: any Channel, to server: SMTPServer, tls: NIOSSLContext?) throws {
        let handler = SMTPReplyHandler()
        if let tls { try channel.pipeline.syncOperations.addHandler(Self.tlsHandler(tls, for: server.host)) }
        try channel.pipeline.syncOperations.addHandler(handler)
        (self.channel, host) = (channel, server.host)
        replies = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    private static func tlsHandler(_ context: NIOSSLContext, for host: String) throws -> NIOSSLClientHandler {
        do {
            return try NIOSSLClientHandler(context: context, serverHostname: host)
        } catch let error as NIOSSLExtraError where error == .cannotUseIPAddressInSNI {
            // Without a name, the certificate is compared with the address of the connection.
            return try NIOSSLClientHandler(context: context, serverHostname: nil)
        }
    }

    /// The address of this end as EHLO names it: `[192.0.2.1]`.
    var addressLiteral: String {
        guard let address = channel.localAddress, let text = address.ipAddress else { return "[127.0.0.1]" }
        return address.protocol == .inet6 ? "[IPv6:\(text)]" : "[\(text)]"
    }

    /// Sends bytes, and waits for one reply.
    ///
    /// - Parameters:
    ///   - bytes: What is sent; nothing to wait for the server's greeting.
    ///   - timeout: The longest time for sending and for the whole reply.
    /// - Returns: The reply.
    /// - Throws: Errors of the connection; `SMTPTimeout`.
    func exchange(_ bytes: ByteBuffer?, within timeout: Duration) async throws -> SMTPReply {
        let promise = channel.eventLoop.makePromise(of: SMTPReply.self)
        channel.eventLoop.execute {
            replies.value.waitForReply(promise, within: timeout, on: channel)
            if let bytes { channel.writeAndFlush(bytes, promise: nil) }
        }
        return try await promise.futureResult.get()
    }

    /// Begins TLS after the server's consent.
    ///
    /// - Parameter context: The context of TLS.
    /// - Throws: ``UnexpectedData``; errors of the connection.
    func beginTLS(_ context: NIOSSLContext) async throws {
        try await channel.eventLoop.submit {
            guard replies.value.isIdle else { throw UnexpectedData() }
            try channel.pipeline.syncOperations.addHandler(Self.tlsHandler(context, for: host), position: .first)
        }.get()
    }

    /// Ends the session: the server closes the connection, which otherwise is closed after a moment.
    func quit() {
        channel.writeAndFlush(ByteBuffer(string: "QUIT\r\n"), promise: nil)
        channel.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }
}
