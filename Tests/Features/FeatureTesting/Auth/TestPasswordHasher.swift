public import AuthDomain
public import DomainKit
import Synchronization

/// A hasher that counts its work: a fast and insecure one, or another one inside.
public final class TestPasswordHasher: PasswordHashing {
    /// What was done.
    public struct Work: Sendable, Equatable {
        /// The number of hashes made.
        public var hashes = 0

        /// The number of passwords verified.
        public var verifications = 0

        /// Whether all that follows is refused as `busy`.
        public var isBusy = false

        /// The cost of new hashes, which takes no time.
        public var cost: UInt8 = 1
    }

    private let work = Mutex(Work())
    private let inner: (any PasswordHashing)?

    /// Creates a hasher.
    ///
    /// - Parameter inner: The hasher that does the work; `nil` for a fast and insecure hash.
    public init(counting inner: (any PasswordHashing)? = nil) {
        self.inner = inner
    }

    /// Whether it hashes by itself, so that its cost can be raised.
    public var hasCostOfItsOwn: Bool { inner == nil }

    /// What was done so far.
    public var done: Work { work.withLock { $0 } }

    /// Refuses all that follows as `busy`, or not any longer.
    public func setBusy(_ isBusy: Bool) {
        work.withLock { $0.isBusy = isBusy }
    }

    /// Raises the cost of new hashes; without effect if another hasher is inside.
    public func raiseCost() {
        work.withLock { $0.cost += 1 }
    }

    /// Takes a place in the queue of the hasher inside.
    public func reserve() throws -> HashingPlace {
        if work.withLock({ $0.isBusy }) { throw AuthError(code: .busy) }
        return try inner?.reserve() ?? HashingPlace(holding: 0)
    }

    /// Hashes a password with a random salt.
    public func hash(_ password: Password, in place: HashingPlace) async throws -> PasswordHash {
        let cost = work.withLock { work in
            work.hashes += 1
            return work.cost
        }
        if let inner { return try await inner.hash(password, in: place) }
        let salt = UInt8.random(in: .min ... .max)
        return PasswordHash(Secret([cost, salt] + Self.digest(password, salt)))
    }

    /// Whether a password has a hash.
    public func verify(
        _ password: Password, against hash: PasswordHash?, in place: HashingPlace
    ) async throws -> Bool {
        work.withLock { $0.verifications += 1 }
        if let inner { return try await inner.verify(password, against: hash, in: place) }
        guard let stored = hash?.bytes.copy, stored.count > 2 else { return false }
        return Array(stored.dropFirst(2)) == Self.digest(password, stored[1])
    }

    /// Whether a hash was made before the cost was raised.
    public func needsRehash(_ hash: PasswordHash) throws -> Bool {
        if let inner { return try inner.needsRehash(hash) }
        return hash.bytes.copy.first != work.withLock { $0.cost }
    }

    /// FNV-1a over salt and password.
    private static func digest(_ password: Password, _ salt: UInt8) -> [UInt8] {
        let hash = ([salt] + password.bytes.copy).reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
}

extension Secret {
    /// A copy of the bytes.
    public var copy: [UInt8] {
        withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
