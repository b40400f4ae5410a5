import AuthDomain
import AuthInfrastructure
import AuthSecrets
import DomainKit
import Nacre
import NacreLMDB
import TestFolders
import TestRandomness

/// Measures sign-ins with a wrong password: at addresses that have an account, and at ones that have none.
///
/// Everything is as in production: use cases, accounts in an event store on disk, sealed secrets, Argon2id.
struct SignInTimes {
    let environment: AuthEnvironment

    /// The number of accounts, and of addresses without one.
    let count: Int

    /// Opens an event store and secrets in a folder, with accounts, and closes them after a closure.
    static func with(
        _ count: Int, cost: PasswordHashingCost, _ body: (SignInTimes) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let sodium = try Sodium()
        let store = try await LMDBEventStore.open(
            at: folder.path("store"), options: .init(mapSize: 256 << 20, derivedMapSize: 64 << 20))
        let secrets = try await LMDBSecretStore.open(in: folder.path, sodium: sodium, mapSize: 64 << 20)
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: cost)
        let time = SystemTimeSource()
        let environment = AuthEnvironment(
            storage: AuthStorage(
                repository: EventSourcedAccountRepository(store: store, time: time), secrets: secrets, hasher: hasher),
            time: time)
        do {
            let register = Register(in: environment)
            for number in 0..<count {
                try await register(NewAccount(email: email(number), password: Password("quiet-oyster-42")))
            }
            try await body(SignInTimes(environment: environment, count: count))
        } catch {
            await close(store, secrets, hasher)
            throw error
        }
        await close(store, secrets, hasher)
    }

    private static func close(
        _ store: LMDBEventStore, _ secrets: LMDBSecretStore, _ hasher: SodiumPasswordHasher
    ) async {
        await hasher.close()
        await secrets.close()
        await store.close()
    }

    private static func email(_ number: Int) -> String { "known.\(number)@example.com" }

    /// Measures one sign-in at each address, an existing and a missing account in turn, in random order within a pair.
    ///
    /// - Parameters:
    ///   - round: The number of the round, from which the missing addresses and the order are made.
    ///   - delay: A time that the sign-ins at existing accounts take more.
    /// - Returns: The times in milliseconds: existing, missing.
    /// - Throws: Errors of the storage, and any other answer than `invalidCredentials`.
    func pairs(round: Int, delay: Duration = .zero) async throws -> [(Double, Double)] {
        var random = SeededGenerator(seed: UInt64(round))
        let (existing, missing) = (SignIn(in: delayed(by: delay)), SignIn(in: environment))
        var pairs: [(Double, Double)] = []
        for number in 0..<count {
            var pair = (0.0, 0.0)
            let isFirst = random.chance(50)
            for isExisting in [isFirst, !isFirst] {
                if isExisting {
                    pair.0 = try await milliseconds(existing, Self.email(number))
                } else {
                    pair.1 = try await milliseconds(missing, "missing.\(round).\(number)@example.com")
                }
            }
            pairs.append(pair)
        }
        return pairs
    }

    private func milliseconds(_ signIn: SignIn, _ email: String) async throws -> Double {
        let start = ContinuousClock.now
        do {
            _ = try await signIn(Credentials(email: email, password: Password("wrong")))
        } catch let error as AuthError where error.code == .invalidCredentials {
            return start.duration(to: .now) / .milliseconds(1)
        }
        throw AuthError(code: .serverError)
    }

    private func delayed(by delay: Duration) -> AuthEnvironment {
        guard delay > .zero else { return environment }
        let storage = environment.storage
        return AuthEnvironment(
            storage: AuthStorage(
                repository: storage.repository, secrets: storage.secrets,
                hasher: DelayedHasher(hasher: storage.hasher, delay: delay)),
            time: environment.time)
    }
}

/// A hasher that takes longer to verify.
private struct DelayedHasher: PasswordHashing {
    let hasher: any PasswordHashing
    let delay: Duration

    func reserve() throws -> HashingPlace { try hasher.reserve() }

    func hash(_ password: Password, in place: HashingPlace) async throws -> PasswordHash {
        try await hasher.hash(password, in: place)
    }

    func verify(
        _ password: Password, against hash: PasswordHash?, in place: HashingPlace
    ) async throws -> Bool {
        try await Task.sleep(for: delay)
        return try await hasher.verify(password, against: hash, in: place)
    }

    func needsRehash(_ hash: PasswordHash) throws -> Bool { try hasher.needsRehash(hash) }
}
