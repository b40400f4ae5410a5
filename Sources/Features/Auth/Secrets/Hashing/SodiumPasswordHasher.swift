public import AuthDomain
import DomainKit

/// Hashes passwords with Argon2id, on two threads of its own.
///
/// A hash takes a processor for a tenth of a second and needs 64 MiB: more of them at once would take the machine from
/// the rest of the program. Requests beyond the two wait in a bounded queue, and beyond that they are refused.
public final class SodiumPasswordHasher: PasswordHashing {
    // SEC-02: Two threads hash passwords, with a bounded queue.
    private static let threadCount = 2

    /// The cost of new hashes.
    public let cost: PasswordHashingCost

    private let sodium: Sodium
    private let threads: WorkerThreads
    private let beforeHashing: @Sendable () -> Void

    /// The hash of a random password at the cost of new hashes, for verifying where there is no account.
    private let decoy: PasswordHash

    private init(
        _ sodium: Sodium, _ cost: PasswordHashingCost, _ threads: WorkerThreads, decoy: PasswordHash,
        beforeHashing: @escaping @Sendable () -> Void
    ) {
        self.sodium = sodium
        self.cost = cost
        self.threads = threads
        self.decoy = decoy
        self.beforeHashing = beforeHashing
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - sodium: The library.
    ///   - cost: The cost of new hashes.
    ///   - queueCapacity: How many requests may wait while two are running; each waits a tenth of a second for two
    ///     before it.
    /// - Returns: The hasher; end it with ``close()``.
    /// - Throws: ``SecretsError``: `cannotCreateThread`, or `outOfMemory` if there is no memory for one hash.
    public static func open(
        sodium: Sodium, cost: PasswordHashingCost = .standard, queueCapacity: Int = 32
    ) async throws -> SodiumPasswordHasher {
        try await open(sodium: sodium, cost: cost, queueCapacity: queueCapacity) {}
    }

    /// The same, with a closure that is called on a thread before each hash.
    static func open(
        sodium: Sodium, cost: PasswordHashingCost, queueCapacity: Int, beforeHashing: @escaping @Sendable () -> Void
    ) async throws -> SodiumPasswordHasher {
        let threads = try WorkerThreads(count: threadCount, capacity: queueCapacity)
        let decoy = try await threads.run {
            PasswordHash(Secret(try sodium.passwordHash(of: sodium.randomBytes(32), cost: cost)))
        }
        return SodiumPasswordHasher(sodium, cost, threads, decoy: decoy, beforeHashing: beforeHashing)
    }

    /// Hashes a password with a random salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: A text with algorithm, cost, salt and hash.
    /// - Throws: `AuthError` `busy` if the queue is full; `CancellationError` if the task is cancelled while waiting;
    ///   ``SecretsError``: `outOfMemory`, `closed`.
    public func hash(_ password: Password) async throws -> PasswordHash {
        try await run { [sodium, cost] in
            var bytes = password.bytes.copy
            defer { sodium.erase(&bytes) }
            var hash = try sodium.passwordHash(of: bytes, cost: cost)
            defer { sodium.erase(&hash) }
            return PasswordHash(Secret(hash))
        }
    }

    /// Whether a password has a hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; `nil` to do the same work for nothing.
    /// - Returns: Whether it has; `false` if there is no hash.
    /// - Throws: As ``hash(_:)``; ``SecretsError`` `damaged` if the hash cannot be read.
    public func verify(_ password: Password, against hash: PasswordHash?) async throws -> Bool {
        try await run { [sodium, decoy] in
            var bytes = password.bytes.copy
            var stored = (hash ?? decoy).bytes.copy
            defer {
                sodium.erase(&bytes)
                sodium.erase(&stored)
            }
            let matches = try sodium.matches(bytes, hash: stored)
            return matches && hash != nil
        }
    }

    /// Whether a hash was made at another cost than that of new hashes.
    ///
    /// - Parameter hash: A hash of this hasher.
    /// - Returns: Whether the password should be hashed again when it is known.
    /// - Throws: ``SecretsError`` `damaged` if the hash cannot be read.
    public func needsRehash(_ hash: PasswordHash) throws -> Bool {
        var stored = hash.bytes.copy
        defer { sodium.erase(&stored) }
        return try sodium.needsRehash(stored, cost: cost)
    }

    /// The number of requests that wait for a thread.
    public var waitingCount: Int { threads.waitingCount }

    /// Completes the requests, then ends the threads; later requests throw ``SecretsError`` `closed`.
    ///
    /// Safe to call twice.
    public func close() async { await threads.close() }

    private func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        do {
            return try await threads.run { [beforeHashing] in
                beforeHashing()
                return try body()
            }
        } catch is QueueFull {
            throw AuthError(code: .busy)
        }
    }
}
