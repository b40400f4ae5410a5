import NIOCore
import NIOPosix

extension TestServer {
    /// Announces a body that never comes, and returns what the server answers until it closes the connection.
    func sendSlowly() async throws -> String {
        try await send(raw: "POST /v1/auth/sessions HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{")
    }

    /// Sends a text as it is, and returns what the server answers until it closes the connection.
    func send(raw text: String) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var answer = ""
            for try await part in inbound { answer += String(buffer: part) }
            return answer
        }
    }
}
