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
    }

    private let work = Mutex(Work())
    private let inner: (any PasswordHashing)?

    /// Creates a hasher.
    ///
    /// - Parameter inner: The hasher that does the work; `nil` for a fast and insecure hash.
    public init(counting inner: (any PasswordHashing)? = nil) {
        self.inner = inner
    }

    /// What was done so far.
    public var done: Work { work.withLock { $0 } }

    /// Refuses all that follows as `busy`, or not any longer.
    public func setBusy(_ isBusy: Bool) {
        work.withLock { $0.isBusy = isBusy }
    }

    /// Hashes a password with a random salt.
    public func hash(_ password: Password) async throws -> PasswordHash {
        try count { $0.hashes += 1 }
        if let inner { return try await inner.hash(password) }
        let salt = UInt8.random(in: .min ... .max)
        return PasswordHash(Secret([salt] + Self.digest(password, salt)))
    }

    /// Whether a password has a hash.
    public func verify(_ password: Password, against hash: PasswordHash?) async throws -> Bool {
        try count { $0.verifications += 1 }
        if let inner { return try await inner.verify(password, against: hash) }
        guard let hash else { return false }
        let stored = hash.bytes.copy
        return Array(stored.dropFirst()) == Self.digest(password, stored.first ?? 0)
    }

    private func count(_ add: (inout Work) -> Void) throws {
        let isBusy = work.withLock { work in
            if !work.isBusy { add(&work) }
            return work.isBusy
        }
        if isBusy { throw AuthError(code: .busy) }
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
