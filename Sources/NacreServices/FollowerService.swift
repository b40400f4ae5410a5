public import Logging
public import Nacre
public import ServiceLifecycle

/// A projection or a process manager as a service of swift-service-lifecycle.
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) { Spending() }
/// let group = ServiceGroup(
///     services: try FollowerService.services(for: runtime.followers, logger: logger),
///     gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// await runtime.close()
/// ```
///
/// The service follows the log until it is stopped:
///
/// - **Graceful shutdown**: takes no more events. A projection finishes its open transaction; a process manager drops
///   what it has not yet appended. Then ``run()`` returns. The next run resumes after the last committed checkpoint.
/// - **Cancellation**: as for a graceful shutdown, but ``run()`` throws `CancellationError`.
/// - **An event that cannot be handled**, or a read model built by a newer program or by another projection: the
///   service logs it and pauses; other services continue. It checks again every few seconds and resumes after a retry
///   or a skip, by any program.
/// - **A conflict** on every retry: logs it and tries again a few seconds later.
/// - **Any other error**, such as a failed disk: ``run()`` throws it.
///
/// Any number of services, in any number of processes, may run the same projection or process manager.
public struct FollowerService: Service {
    private let follower: any LogFollower
    private let interval: Duration
    private let logger: Logger

    /// Creates a service.
    ///
    /// Unlike ``services(for:retryingEvery:logger:)``, this does not check for duplicate names. If two projections
    /// share a name and a read model store, one of them pauses and logs why.
    ///
    /// - Parameters:
    ///   - follower: A `ProjectionRunner` or a `ProcessRunner`.
    ///   - interval: The delay between two checks while the service is paused.
    ///   - logger: Logs when the service pauses (level `error`; after a conflict `warning`) and when it resumes
    ///     (`notice`).
    public init(_ follower: any LogFollower, retryingEvery interval: Duration = .seconds(5), logger: Logger) {
        self.follower = follower
        self.interval = interval
        self.logger = logger
    }

    /// Creates one service for each projection and process manager.
    ///
    /// - Parameters:
    ///   - followers: The followers, with distinct names.
    ///   - interval: The delay between two checks while a service is paused.
    ///   - logger: Logs when a service pauses and when it resumes.
    /// - Returns: The services, in the order of `followers`.
    /// - Throws: `EventStoreError` with code `invalidArgument` if two projections, or two process managers, have the
    ///   same name: they would share a checkpoint.
    public static func services(
        for followers: [any LogFollower], retryingEvery interval: Duration = .seconds(5), logger: Logger
    ) throws -> [FollowerService] {
        try followers.requireDistinctLabels()
        return followers.map { FollowerService($0, retryingEvery: interval, logger: logger) }
    }

    /// Follows the log.
    ///
    /// Returns only after a graceful shutdown.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; `EventStoreError` if the log or the read models cannot
    ///   be read or written, or the store is closed.
    public func run() async throws {
        // PROC-11: A graceful shutdown cancels the work under way.
        do {
            try await cancelWhenGracefulShutdown { try await follow() }
        } catch is CancellationError where Task.isShuttingDownGracefully && !Task.isCancelled {
            return
        }
    }

    private func follow() async throws {
        // PROC-10: A service does not end when its projection or process halts.
        var pause: ServicePause?
        while true {
            do {
                try await follower.run { position in
                    guard pause != nil else { return }
                    pause = nil
                    logger.notice("resumed", metadata: metadata(position))
                }
                return
            } catch {
                guard let found = ServicePause(error) else { throw error }
                // The same condition is logged once, however often it is found again.
                if found != pause { logger.log(level: found.level, "\(error)", metadata: metadata(found.position)) }
                pause = found
            }
            try await Task.sleep(for: interval)
        }
    }

    private func metadata(_ position: Position?) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["service": "\(follower.label)"]
        if let position { metadata["position"] = "\(position)" }
        return metadata
    }
}

extension FollowerService: CustomStringConvertible {
    /// The follower's label, such as `projection items`; service groups log it as the service's name.
    public var description: String { follower.label }
}
