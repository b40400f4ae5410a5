import InMemoryLogging
import NIOCore
import NIOPosix

extension TestServer {
    /// Announces a body that never comes, and returns what the server answers until it closes the connection.
    func sendSlowly() async throws -> String {
        try await send(raw: "POST /v1/auth/sessions HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{")
    }

    /// Sends a text as it is, and returns what the server answers until it closes the connection.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - address: The client's address, of loopback.
    /// - Returns: The answers.
    /// - Throws: Errors of the connection.
    func send(raw text: String, from address: String = "127.0.0.1") async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            // A server may close a connection on which nothing is sent before that is done.
            if !text.isEmpty { try await outbound.write(ByteBuffer(string: text)) }
            var answer = ""
            for try await part in inbound { answer += String(buffer: part) }
            return answer
        }
    }

    /// Sends a text again and again, and reads nothing, until the server closes the connection.
    func sendWithoutReading(_ text: String, times: Int) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        for _ in 0..<times { channel.write(ByteBuffer(string: text), promise: nil) }
        channel.flush()
        while !log.entries.contains(where: { "\($0.message)" == "Connection closed." }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        channel.close(promise: nil)
        try await channel.closeFuture.get()
    }

    /// Opens connections that the server has admitted, and keeps them open while a closure runs.
    func withConnections(_ count: Int, _ body: () async throws -> Void) async throws {
        var channels: [any Channel] = []
        for _ in 0..<count { channels.append(try await openConnection()) }
        try await body()
        for channel in channels { try await channel.close().get() }
    }

    /// Opens a connection, and waits for the answer to one request: connections are admitted in any order.
    private func openConnection() async throws -> any Channel {
        let group = MultiThreadedEventLoopGroup.singleton
        let answer = group.next().makePromise(of: Void.self)
        do {
            let channel = try await ClientBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(AnswerHandler(answer))
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.writeAndFlush(ByteBuffer(string: "GET /health HTTP/1.1\r\nHost: test\r\n\r\n"))
            try await answer.futureResult.get()
            return channel
        } catch {
            answer.fail(error)
            throw error
        }
    }
}

/// Says when the first bytes of an answer arrive.
private final class AnswerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let answer: EventLoopPromise<Void>

    init(_ answer: EventLoopPromise<Void>) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answer.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
