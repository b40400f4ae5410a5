import NIOCore
import NIOPosix

/// A server on loopback that answers the first bytes of each connection with given ones, and closes it.
enum RawServer {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Runs a server while a test runs.
    ///
    /// - Parameters:
    ///   - answer: The bytes.
    ///   - test: Gets the server's address.
    /// - Throws: Errors of listening and of `test`.
    static func run(answering answer: String, _ test: @escaping @Sendable (_ address: String) async throws -> Void)
        async throws
    {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        let port = listener.channel.localAddress?.port ?? 0
        try await listener.executeThenClose { clients in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for try await client in clients { await reply(answer, to: client) }
                    return false
                }
                group.addTask {
                    try await test("http://127.0.0.1:\(port)")
                    return true
                }
                defer { group.cancelAll() }
                while let isTested = try await group.next(), !isTested {}
            }
        }
    }

    private static func reply(_ answer: String, to client: Connection) async {
        do {
            try await client.executeThenClose { input, output in
                var bytes = input.makeAsyncIterator()
                guard try await bytes.next() != nil else { return }
                try await output.write(ByteBuffer(string: answer))
            }
        } catch {
            // The client has left, which the test sees by what it prints.
        }
    }
}
