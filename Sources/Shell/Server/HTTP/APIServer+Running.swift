import Logging
public import Nacre
import NacreServices
import ServiceLifecycle
import UnixSignals

extension APIServer {
    // API-24: A failure of the background work shuts the server down in order, and is reported.

    /// How long requests in flight may take to finish when the server shuts down; then their connections are closed.
    private static let longestShutdown = Duration.seconds(35)

    /// Serves, with background work beside it, until SIGTERM or SIGINT.
    ///
    /// The server stops first: what its last requests have caused is still handled. If the server or a follower fails,
    /// the failure is logged, all others are shut down in the same order, and the error is thrown then.
    ///
    /// - Parameter followers: The background work, such as `Runtime.followers` and the relay of mails.
    /// - Throws: Errors of ``run()`` and of the followers.
    public func runUntilInterrupted(beside followers: [any LogFollower]) async throws {
        var configuration = ServiceGroupConfiguration(
            services: try services(beside: followers), gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A client that does not read its answer must not keep the server from ending.
        configuration.maximumGracefulShutdownDuration = Self.longestShutdown
        try await ServiceGroup(configuration: configuration).run()
    }

    /// The server and the followers, in the reverse order of their shutdown.
    func services(beside followers: [any LogFollower]) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
        let services: [any Service] = try FollowerService.services(for: followers, logger: logger) + [self]
        return services.map { service in
            // The default for a failure is cancelling the others, whose requests would be cut.
            .init(
                service: ReportedService(service: service, logger: logger),
                failureTerminationBehavior: .gracefullyShutdownGroup)
        }
    }
}

/// A service whose failure is logged when it happens: the group throws it after all others have ended.
private struct ReportedService: Service, CustomStringConvertible {
    let service: any Service
    let logger: Logger

    var description: String { "\(service)" }

    func run() async throws {
        do {
            try await service.run()
        } catch {
            if !(error is CancellationError) {
                logger.critical(
                    "a service failed: all others are shut down",
                    metadata: ["service": "\(service)", "error": "\(error)"])
            }
            throw error
        }
    }
}

extension APIServer: CustomStringConvertible {
    /// The words `HTTP server`; service groups log it as the service's name.
    public var description: String { "HTTP server" }
}
