import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle

/// Serves an inspector on loopback, as a service of swift-service-lifecycle.
///
/// It answers requests with its token alone: the token is in the address that `isListening` is called with, and in a
/// cookie from then on. Requests for another host, and requests that pages of other sites make, are refused.
///
/// ```swift
/// let server = try InspectorServer(inspector, logger: logger) { address in print(address) }
/// try await ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
///
/// On graceful shutdown it accepts no more connections, ends event streams, and finishes the requests in flight.
public struct InspectorServer: Service {
    /// The limits of the server.
    private enum Limits {
        static let headerSize = 16 * 1_024
        static let headerCount = 64

        /// Connections at a time; more wait to be accepted.
        static let connections = 64

        /// After how much silence a connection without a request is closed.
        static let idleTime = TimeAmount.seconds(75)
    }

    private let responder: InspectorResponder
    private let port: Int
    private let logger: Logger
    private let isListening: @Sendable (_ address: String) async -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - inspector: What it serves.
    ///   - port: The port on 127.0.0.1; 0 for any free one.
    ///   - logger: Logs failures of the server.
    ///   - isListening: Called once connections are accepted, with the address that has the token.
    /// - Throws: The mistake in a template.
    public init(
        _ inspector: Inspector, port: Int = 0, logger: Logger,
        isListening: @escaping @Sendable (_ address: String) async -> Void
    ) throws {
        responder = InspectorResponder(inspector, InspectorGate(token: InspectorToken()))
        self.port = port
        self.logger = logger
        self.isListening = isListening
    }

    /// Serves until it is shut down.
    ///
    /// - Throws: Errors of listening, such as those of a port that is taken.
    public func run() async throws {
        var configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        configuration.availableConnectionsDelegate = MaximumAvailableConnections(Limits.connections, logger: logger)
        var channel = HTTP1Channel.Configuration(idleTimeout: Limits.idleTime)
        channel.httpDecoder = .init(
            maxHeaderFieldSize: Limits.headerSize, maxHeaderListSize: Limits.headerSize,
            maxHeaderFieldCount: Limits.headerCount)
        let server = Hummingbird.Application(
            responder: responder,
            server: HTTPServerBuilder { [channel] responder in
                HTTP1Channel(responder: responder, configuration: channel)
            },
            configuration: configuration,
            onServerRunning: { [isListening, responder] channel in
                let port = channel.localAddress?.port ?? 0
                await isListening("http://127.0.0.1:\(port)/?token=\(responder.gate.token.text)")
            },
            logger: logger)
        // Errors end the work, too; `defer` cannot wait for it.
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await server.run())
        } catch {
            outcome = .failure(error)
        }
        await responder.inspector.shutdown()
        try outcome.get()
    }
}

extension InspectorServer: CustomStringConvertible {
    /// The word `inspector`; service groups log it as the service's name.
    public var description: String { "inspector" }
}
