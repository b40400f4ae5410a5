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
/// It goes along with the log until it is stopped:
///
/// - **Graceful shutdown**: takes no more events. The transaction of a projection that has begun is finished; what a process
///   manager has not yet appended is given up whole. Then ``run()`` returns. Whoever starts next goes on behind that.
/// - **Cancellation**: the same, but ``run()`` throws `CancellationError`.
/// - **An event that cannot be dealt with**, or a read model of a newer program or another projection: it stands still
///   and says so, and the other services go on. It looks again every few seconds, and goes on by itself when the projection or process was
///   retried or the position skipped, by whichever program.
/// - **A conflict** that no attempt got around: it says so, and tries again a few seconds later.
/// - **Any other error**, such as a disk that fails: ``run()`` throws it.
///
/// Any number of services, in any number of processes, may run one projection or process manager at once.
public struct FollowerService: Service {
    private let follower: any LogFollower
    private let interval: Duration
    private let logger: Logger

    /// Makes a service.
    ///
    /// Its name is compared with no other's, as ``services(for:lookingAgainEvery:logger:)`` does. Of two projections that
    /// have one name over one store of read models, one stands still nevertheless, and says why.
    ///
    /// - Parameters:
    ///   - follower: What goes along with the log: a `ProjectionRunner` or a `ProcessRunner`.
    ///   - interval: How long it waits before it looks again, where it stands still.
    ///   - logger: Is told when it stands still (at level `error`; after a conflict, at `warning`) and when it goes on
    ///     (`notice`).
    public init(_ follower: any LogFollower, lookingAgainEvery interval: Duration = .seconds(5), logger: Logger) {
        self.follower = follower
        self.interval = interval
        self.logger = logger
    }

    /// Makes the services of a program's projections and process managers.
    ///
    /// - Parameters:
    ///   - followers: What goes along with the log, each under a name of its own.
    ///   - interval: How long each waits before it looks again, where it stands still.
    ///   - logger: Is told when one stands still and when it goes on.
    /// - Returns: A service for each, in their order.
    /// - Throws: `EventStoreError` with code `invalidArgument` where two projections, or two process managers, have one
    ///   name: they would share a checkpoint.
    public static func services(
        for followers: [any LogFollower], lookingAgainEvery interval: Duration = .seconds(5), logger: Logger
    ) throws -> [FollowerService] {
        try followers.requireDistinctLabels()
        return followers.map { FollowerService($0, lookingAgainEvery: interval, logger: logger) }
    }

    /// Goes along with the log.
    ///
    /// It returns only where it is shut down gracefully.
    ///
    /// - Throws: `CancellationError` where the task is cancelled; `EventStoreError` where the log or the read models
    ///   cannot be read or written, or the store is closed.
    public func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await follow() }
        } catch is CancellationError where Task.isShuttingDownGracefully && !Task.isCancelled {
            return
        }
    }

    private func follow() async throws {
        var standstill: Standstill?
        while true {
            do {
                try await follower.run { position in
                    guard standstill != nil else { return }
                    standstill = nil
                    logger.notice("it goes on", metadata: metadata(position))
                }
                return
            } catch {
                guard let met = Standstill(error) else { throw error }
                if met != standstill { logger.log(level: met.level, "\(error)", metadata: metadata(met.position)) }
                standstill = met
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
    /// What goes along with the log, as in `projection items`; service groups log it as the service's name.
    public var description: String { follower.label }
}
