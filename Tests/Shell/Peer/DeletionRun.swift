import AuthDomain
import AuthInfrastructure
import AuthSecrets
import DomainKit
import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import PeerMessages
import Shell

/// Deletes an account, brings process managers and read models up to date, and kills the process at a step.
struct DeletionRun {
    let settings: PeerSettings
    let deadlyStep: DeletionStep

    func run(token: String, password: String) async throws {
        let storage = try await settings.engine.open(for: .writing)
        let secrets = try await LMDBSecretStore.open(
            in: settings.store, sodium: try Sodium(), mapSize: settings.options.mapSize
        ) { take(DeletionStep($0)) }
        let hasher = try await SodiumPasswordHasher.open(sodium: try Sodium())
        let application = try Application(on: storage, options: .init(requestsMail: true, sealing: secrets))
        let repository = SteppingRepository(
            inner: EventSourcedAccountRepository(store: storage.store, time: storage.time), take: take)
        let environment = AuthEnvironment(
            storage: AuthStorage(repository: repository, secrets: secrets, hasher: hasher), time: storage.time)
        guard let token = Token(token) else { throw AuthError(code: .sessionExpired) }
        _ = try await DeleteAccount(in: environment)(AccountDeletion(token: token, password: Password(password)))
        take(.erased)
        let halts = try await application.runtime.react { _, _ in take(.reacting) }
        if let halt = halts.first { throw halt }
        take(.reacted)
        if let halt = try await application.runtime.catchUp().first { throw halt }
        take(.caughtUp)
        await hasher.close()
        await secrets.close()
        await application.close()
    }

    @Sendable private func take(_ step: DeletionStep) {
        if step == deadlyStep { kill(getpid(), SIGKILL) }
    }
}

/// A repository that tells when a command is about to be decided, and when its events are in the log.
private struct SteppingRepository: AccountRepository {
    let inner: EventSourcedAccountRepository
    let take: @Sendable (DeletionStep) -> Void

    func load(_ id: AccountID) async throws -> Versioned<Account> { try await inner.load(id) }

    func save(_ events: [AccountEvent], for id: AccountID, expecting version: UInt64) async throws -> UInt64 {
        try await inner.save(events, for: id, expecting: version)
    }

    func execute(_ command: AccountCommand, on id: AccountID, retrying retry: ConflictRetry) async throws -> UInt64 {
        take(.verified)
        let version = try await inner.execute(command, on: id, retrying: retry)
        take(.decided)
        return version
    }

    func holder(of claim: EmailClaim) async throws -> AccountID? { try await inner.holder(of: claim) }
}
