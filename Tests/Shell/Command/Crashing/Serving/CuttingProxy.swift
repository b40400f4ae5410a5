import NIOCore
import NIOPosix
import Synchronization
import TestRandomness

/// Relays connections to a server on loopback, and cuts each one after a number of bytes that a seed determines.
final class CuttingProxy: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// The port on which it listens.
    let port: Int

    private let serverPort: Int
    private let seed: UInt64
    private let connectionCount = Atomic<UInt64>(0)
    private let cutCount = Atomic(0)

    /// The number of connections that were cut.
    var cuts: Int { cutCount.load(ordering: .relaxed) }

    private init(port: Int, to serverPort: Int, seed: UInt64) {
        self.port = port
        self.serverPort = serverPort
        self.seed = seed
    }

    /// Runs a proxy while a test runs.
    static func run<Result: Sendable>(
        to serverPort: Int, seed: UInt64, _ test: @escaping @Sendable (CuttingProxy) async throws -> Result
    ) async throws -> Result {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .bind(host: "127.0.0.1", port: 0, childChannelInitializer: connection)
        let proxy = CuttingProxy(port: listener.channel.localAddress?.port ?? 0, to: serverPort, seed: seed)
        return try await listener.executeThenClose { clients in
            try await withThrowingTaskGroup(of: Result?.self) { group in
                group.addTask {
                    try await withThrowingDiscardingTaskGroup { relays in
                        for try await client in clients { relays.addTask { await proxy.relay(client) } }
                    }
                    return nil
                }
                group.addTask { try await test(proxy) }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let result = ended { return result }
                }
                throw CancellationError()
            }
        }
    }

    private static func connection(_ channel: any Channel) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
    }

    private func relay(_ client: Connection) async {
        let number = connectionCount.add(1, ordering: .relaxed).newValue
        var generator = SeededGenerator(seed: seed &+ number)
        // A request has about 400 bytes, an answer about 600.
        let (upward, downward) = (generator.below(3_000), generator.below(4_000))
        do {
            try await client.executeThenClose { fromClient, toClient in
                let server = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: serverPort, channelInitializer: Self.connection)
                try await server.executeThenClose { fromServer, toServer in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await self.copy(fromClient, to: toServer, upTo: upward) }
                        group.addTask { try await self.copy(fromServer, to: toClient, upTo: downward) }
                        defer { group.cancelAll() }
                        try await group.next()
                    }
                }
            }
        } catch {
            // The server is down, or one side has closed its connection. The other side is closed, too.
        }
    }

    private func copy(
        _ source: NIOAsyncChannelInboundStream<ByteBuffer>, to target: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        upTo limit: Int
    ) async throws {
        var rest = limit
        for try await var bytes in source {
            if let part = bytes.readSlice(length: min(rest, bytes.readableBytes)) { try await target.write(part) }
            guard bytes.readableBytes == 0 else {
                cutCount.add(1, ordering: .relaxed)
                return
            }
            rest -= bytes.readerIndex
        }
    }
}
