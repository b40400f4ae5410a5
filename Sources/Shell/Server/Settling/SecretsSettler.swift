public import AuthDomain
public import Logging
public import Nacre

/// Settles the secrets of accounts when a server starts, and then every hour.
public struct SecretsSettler: LogFollower {
    /// The name of the follower in messages.
    public var label: String { "secrets of accounts" }

    private let settle: any SecretsSettling
    private let interval: Duration
    private let logger: Logger

    /// Creates a settler.
    ///
    /// - Parameters:
    ///   - settle: Settles the secrets.
    ///   - interval: The pause between two runs.
    ///   - logger: Logs why a run failed; the next one tries again.
    public init(_ settle: any SecretsSettling, every interval: Duration = .seconds(3_600), logger: Logger) {
        self.settle = settle
        self.interval = interval
        self.logger = logger
    }

    /// Settles until the task is cancelled.
    ///
    /// - Parameter progress: Not called: positions have no part in it.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func run(progress: ((_ position: Position) -> Void)?) async throws {
        while true {
            do {
                _ = try await settle()
            } catch {
                try Task.checkCancellation()
                logger.error("the secrets of accounts could not be settled", metadata: ["error": "\(error)"])
            }
            try await Task.sleep(for: interval)
        }
    }
}
