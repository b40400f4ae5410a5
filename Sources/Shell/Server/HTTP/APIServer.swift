public import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import ItemsRemote
public import Logging
import NIOCore
import NIOSSL
import Nacre
import NacreRuntime
import ProfileRemote
public import ServiceLifecycle
public import Shell

/// Serves the use cases of an application over HTTP, as a service of swift-service-lifecycle.
///
/// On graceful shutdown it accepts no more connections, ends event streams, and finishes the requests in flight.
public struct APIServer: Service {
    // API-01: The server is a shell around the use cases, and its messages are those of its clients.

    private let handler: RequestHandler
    private let options: ServerOptions
    private let metrics: ServerMetrics
    let logger: Logger
    private let isListening: @Sendable (_ port: Int) async -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - application: The application, which is not closed by the server.
    ///   - accounts: The accounts of the application.
    ///   - options: Where and how it listens.
    ///   - authenticate: Finds the account of a session's token; by default, that of the accounts.
    ///   - site: What is answered outside the API; `nil` if nothing is.
    ///   - metrics: The registry that `/metrics` shows.
    ///   - logger: Logs each request, without its contents.
    ///   - isListening: Called with the port once connections are accepted.
    /// - Throws: ``ServerError`` if the server would listen in clear on a network.
    public init(
        _ application: Shell.Application, accounts: AuthFeature, options: ServerOptions = ServerOptions(),
        authenticate: (any Authenticating)? = nil, site: (any Site)? = nil, metrics: MetricsRegistry, logger: Logger,
        isListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws(ServerError) {
        try options.validate()
        let time = application.runtime.storage.time
        let operations = OperationRoutes(
            application: application, metrics: metrics, document: OpenAPIDocument(endpoints: Self.endpoints))
        let interval = options.limits.streamInterval
        handler = RequestHandler(
            routes: RouteTable(
                ItemRoutes(application: application, streamInterval: interval).all
                    + ProfileRoutes(application: application, streamInterval: interval).all
                    + AuthRoutes(accounts: accounts.useCases).all + operations.all),
            site: site,
            authenticate: authenticate ?? accounts.useCases.authenticate,
            limiter: RequestLimiter(options.limits),
            answers: accounts.environment.storage.secrets, time: time)
        self.options = options
        self.metrics = ServerMetrics(in: metrics)
        self.logger = logger
        self.isListening = isListening
    }

    /// All endpoints.
    static var endpoints: [EndpointDescription] {
        ItemEndpoints.descriptions + ProfileEndpoints.descriptions + AuthEndpoints.descriptions
            + OperationEndpoints.descriptions
    }

    /// Serves until it is shut down.
    ///
    /// - Throws: ``ServerError`` if the certificate cannot be used; errors of listening.
    public func run() async throws {
        var configuration = ApplicationConfiguration(address: .hostname(options.host, port: options.port))
        configuration.availableConnectionsDelegate = MaximumAvailableConnections(
            options.limits.connections, logger: logger)
        let connections = OpenConnections(limit: options.limits.connectionsPerAddress)
        let adapter = HTTPAdapter(
            handler, on: connections, limits: options.limits, metrics: metrics, logger: logger)
        let server = Hummingbird.Application(
            responder: adapter, server: try builder(connections), configuration: configuration,
            onServerRunning: { [isListening] channel in await isListening(channel.localAddress?.port ?? 0) },
            logger: logger)
        try await server.run()
    }

    private func builder(_ connections: OpenConnections) throws -> HTTPServerBuilder {
        let idle = options.limits.idleTime.components
        var channel = HTTP1Channel.Configuration(idleTimeout: .seconds(idle.seconds))
        // A little more than the limit, so that a header above it gets its problem and not a bare 400.
        channel.httpDecoder = .init(
            maxHeaderFieldSize: 2 * options.limits.headerSize, maxHeaderListSize: 2 * options.limits.headerSize,
            maxHeaderFieldCount: 2 * options.limits.headerCount)
        let (tls, limits) = (try tlsConfiguration(), options.limits)
        return HTTPServerBuilder { [channel] responder in
            let plain = LimitedChannel(
                base: HTTP1Channel(responder: responder, configuration: channel), connections: connections,
                limits: limits)
            // Deadlines are inside TLS, where a request's first byte is.
            guard let tls else { return plain }
            return try TLSChannel(plain, tlsConfiguration: tls)
        }
    }

    /// The configuration of TLS; `nil` without a certificate.
    private func tlsConfiguration() throws(ServerError) -> TLSConfiguration? {
        guard let tls = options.tls else { return nil }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(tls.certificate).map(NIOSSLCertificateSource.certificate)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: tls.key, format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            // Otherwise a certificate that does not fit its key is found at the first connection.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw ServerError.invalidCertificate("\(error)")
        }
    }
}
