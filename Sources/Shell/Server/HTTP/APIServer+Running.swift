public import Nacre
import NacreServices
import ServiceLifecycle
import UnixSignals

extension APIServer {
    /// Serves, with background work beside it, until SIGTERM or SIGINT.
    ///
    /// The server stops first: what its last requests have caused is still handled.
    ///
    /// - Parameter followers: The background work, such as `Runtime.followers` and the relay of mails.
    /// - Throws: Errors of ``run()`` and of the followers.
    public func runUntilInterrupted(beside followers: [any LogFollower]) async throws {
        let services = try FollowerService.services(for: followers, logger: logger)
        let group = ServiceGroup(
            services: services + [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
    }
}
