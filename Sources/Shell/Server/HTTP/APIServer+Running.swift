public import Nacre
import NacreServices
import ServiceLifecycle
import UnixSignals

extension APIServer {
    /// How long requests in flight may take to finish when the server shuts down; then their connections are closed.
    private static let longestShutdown = Duration.seconds(35)

    /// Serves, with background work beside it, until SIGTERM or SIGINT.
    ///
    /// The server stops first: what its last requests have caused is still handled.
    ///
    /// - Parameter followers: The background work, such as `Runtime.followers` and the relay of mails.
    /// - Throws: Errors of ``run()`` and of the followers.
    public func runUntilInterrupted(beside followers: [any LogFollower]) async throws {
        let services = try FollowerService.services(for: followers, logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: services + [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A client that does not read its answer must not keep the server from ending.
        configuration.maximumGracefulShutdownDuration = Self.longestShutdown
        try await ServiceGroup(configuration: configuration).run()
    }
}
