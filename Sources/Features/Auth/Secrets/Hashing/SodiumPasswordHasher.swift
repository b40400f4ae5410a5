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
    private let beforeHashing: @Sendable (PasswordHashingCost) -> Void

    private let decoys: [DecoyHash]

    private init(
        _ sodium: Sodium, _ cost: PasswordHashingCost, _ threads: WorkerThreads, decoys: [DecoyHash],
        beforeHashing: @escaping @Sendable (PasswordHashingCost) -> Void
    ) {
        self.sodium = sodium
        self.cost = cost
        self.threads = threads
        self.decoys = decoys
        self.beforeHashing = beforeHashing
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - sodium: The library.
    ///   - cost: The cost of new hashes.
    ///   - formerCosts: The costs of hashes that were made before: each verification does the work of all of them, so
    ///     that its time does not show which one a hash has, or whether there is one. Hashes of another cost are
    ///     verified too, in more time.
    ///   - queueCapacity: How many requests may wait while two are running; each waits a tenth of a second for two
    ///     before it.
    /// - Returns: The hasher; end it with ``close()``.
    /// - Throws: ``SecretsError``: `cannotCreateThread`, or `outOfMemory` if there is no memory for one hash.
    public static func open(
        sodium: Sodium, cost: PasswordHashingCost = .standard, formerCosts: [PasswordHashingCost] = [],
        queueCapacity: Int = 32
    ) async throws -> SodiumPasswordHasher {
        try await open(sodium: sodium, cost: cost, formerCosts: formerCosts, queueCapacity: queueCapacity) { _ in }
    }

    /// The same, with a closure that is called on a thread before each computation at one of the costs.
    static func open(
        sodium: Sodium, cost: PasswordHashingCost, formerCosts: [PasswordHashingCost] = [], queueCapacity: Int,
        beforeHashing: @escaping @Sendable (PasswordHashingCost) -> Void
    ) async throws -> SodiumPasswordHasher {
        let threads = try WorkerThreads(count: threadCount, capacity: queueCapacity)
        let decoys = try await threads.run {
            try ([cost] + formerCosts.filter { $0 != cost }).map { try DecoyHash($0, sodium) }
        }
        return SodiumPasswordHasher(sodium, cost, threads, decoys: decoys, beforeHashing: beforeHashing)
    }

    /// Takes a place in the queue, without waiting.
    ///
    /// - Returns: The place.
    /// - Throws: `AuthError` `busy` if the queue is full; ``SecretsError`` `closed`.
    public func reserve() throws -> HashingPlace {
        do {
            return HashingPlace(holding: try threads.reserve())
        } catch is QueueFull {
            throw AuthError(code: .busy)
        }
    }

    /// Hashes a password with a random salt.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - place: A place of this hasher.
    /// - Returns: A text with algorithm, cost, salt and hash.
    /// - Throws: `CancellationError` if the task is cancelled while waiting; ``SecretsError``: `outOfMemory`, `closed`.
    public func hash(_ password: Password, in place: HashingPlace) async throws -> PasswordHash {
        try await run(in: place) { [sodium, cost, beforeHashing] in
            var bytes = password.bytes.copy
            defer { sodium.erase(&bytes) }
            beforeHashing(cost)
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
    ///   - place: A place of this hasher.
    /// - Returns: Whether it has; `false` if there is no hash.
    /// - Throws: As ``hash(_:in:)``; ``SecretsError`` `damaged` if the hash cannot be read.
    public func verify(
        _ password: Password, against hash: PasswordHash?, in place: HashingPlace
    ) async throws -> Bool {
        try await run(in: place) { [sodium, decoys, beforeHashing] in
            var bytes = password.bytes.copy
            var stored = hash?.bytes.copy ?? []
            defer {
                sodium.erase(&bytes)
                sodium.erase(&stored)
            }
            var result: Bool?
            for decoy in decoys {
                // One verification at each cost, whatever the cost of the hash is.
                beforeHashing(decoy.cost)
                if hash != nil, try !sodium.needsRehash(stored, cost: decoy.cost) {
                    result = try sodium.matches(bytes, hash: stored)
                } else {
                    _ = try sodium.matches(bytes, hash: decoy.hash)
                }
            }
            if let result { return result }
            return try hash != nil && sodium.matches(bytes, hash: stored)
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

    private func run<Result: Sendable>(
        in place: HashingPlace, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        defer { withExtendedLifetime(place) {} }
        return try await threads.runInPlace(body)
    }
}

/// The hash of a random password, for the work of verifying where there is no hash of its cost.
private struct DecoyHash: Sendable {
    let cost: PasswordHashingCost
    let hash: [UInt8]

    init(_ cost: PasswordHashingCost, _ sodium: Sodium) throws(SecretsError) {
        self.cost = cost
        hash = try sodium.passwordHash(of: sodium.randomBytes(32), cost: cost)
    }
}
