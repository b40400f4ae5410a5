import AuthDomain
import AuthPeer
import DomainKit
import Foundation
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// Erased means gone: the whole folder is searched, free pages included.
@Suite(.fewAtOnce) struct ErasureTests {
    private let folder: TemporaryFolder
    private let sodium: Sodium

    init() throws {
        folder = try TemporaryFolder()
        sodium = try Sodium()
    }

    private func withStore(
        _ body: (LMDBSecretStore, SodiumPasswordHasher) async throws -> Void
    ) async throws {
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: .cheapest)
        try await folder.withSecrets { try await body($0, hasher) }
        await hasher.close()
    }

    @Test func `while an account exists, the only trace of it in the files is its key`() async throws {
        try await withStore { store, hasher async throws in
            let account = try await PlantedAccount(1, in: store, hasher, folder)
            #expect(try account.traces(in: folder) == ["the key in keys"])
        }
    }

    @Test func `the search finds what is planted`() async throws {
        try await withStore { store, hasher async throws in
            let account = try await PlantedAccount(1, in: store, hasher, folder)
            for (name, bytes) in account.traces {
                _ = try folder.file([0, 1, 2] + bytes + [3], named: "planted")
                #expect(try account.traces(in: folder).contains("\(name) in planted"))
            }
        }
    }

    @Test func `nothing of an erased account is in any file, open, closed or opened again`() async throws {
        let accounts = try await planted(3) { store, account in
            try await store.erase(account.id)
            #expect(try account.traces(in: folder) == [])
        }
        #expect(try accounts[0].traces(in: folder) == [])
        try await folder.withSecrets { store async throws in
            try await expectErased(accounts[0], in: store)
            #expect(try accounts[0].traces(in: folder) == [])
            for other in accounts.dropFirst() { try await expectWhole(other, in: store) }
        }
    }

    @Test func `erasing again, and erasing an unknown account, has no effect`() async throws {
        let accounts = try await planted(2) { store, account in
            try await store.erase(account.id)
            try await store.erase(account.id)
            try await store.erase(AccountID(high: 9, low: 9))
        }
        try await folder.withSecrets { try await expectWhole(accounts[1], in: $0) }
    }

    @Test func `an account that gets a slot used before has a key of its own`() async throws {
        let accounts = try await planted(1) { store, account in try await store.erase(account.id) }
        let size = try folder.bytes("keys").count
        try await withStore { store, hasher async throws in
            let next = try await PlantedAccount(7, in: store, hasher, folder)
            #expect(try folder.bytes("keys").count == size)
            try await expectWhole(next, in: store)
            try await expectErased(accounts[0], in: store)
            #expect(try accounts[0].traces(in: folder) == [])
        }
    }

    @Test func `what is written for an account after its erasure can be erased again`() async throws {
        try await withStore { store, hasher async throws in
            let first = try await PlantedAccount(1, in: store, hasher, folder)
            try await store.erase(first.id)
            let second = try await PlantedAccount(1, in: store, hasher, folder)
            #expect(try await store.accounts(after: nil, limit: 9) == [second.id])
            try await store.erase(second.id)
            #expect(try first.traces(in: folder) + second.traces(in: folder) == [])
        }
    }

    /// The steps of erasing, in their order.
    private static let steps: [SecretsStep] = [
        .recordsDeleted, .erasureRecorded, .keyOverwritten, .keyOverwriteSynced, .keyZeroed, .keyZeroSynced, .slotFreed,
        .erasureCompleted,
    ]

    @Test func `erasing takes its steps in order: records first, then the key, then the slot`() async throws {
        let taken = Steps()
        let store = try await folder.openSecrets { taken.add($0) }
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: .cheapest)
        let account = try await PlantedAccount(1, in: store, hasher, folder)
        taken.removeAll()
        try await store.erase(account.id)
        #expect(taken.all == Self.steps)
        await store.close()
        await hasher.close()
    }

    @Test(arguments: steps)
    func `a process killed while it erases an account loses no other one, and the next process completes it`(
        step: SecretsStep
    ) async throws {
        let accounts = try await planted(2) { _, _ in }
        try await SecretsPeer(folder).die(.erase, accounts[0].id, at: step)
        let wasRecorded = step != .recordsDeleted
        try await folder.withSecrets { store async throws in
            if wasRecorded {
                try await expectErased(accounts[0], in: store)
                #expect(try accounts[0].traces(in: folder) == [])
            } else {
                // The process died before anything was decided: the account is whole, and can be erased.
                try await expectWhole(accounts[0], in: store)
            }
            try await store.erase(accounts[0].id)
            #expect(try accounts[0].traces(in: folder) == [])
            try await expectErased(accounts[0], in: store)
            try await expectWhole(accounts[1], in: store)
        }
        #expect(try accounts[0].traces(in: folder) == [])
    }

    @Test(arguments: steps.dropFirst())
    func `a process that has the store open completes what another one was killed at`(step: SecretsStep) async throws {
        try await withStore { store, hasher async throws in
            let accounts = [
                try await PlantedAccount(1, in: store, hasher, folder),
                try await PlantedAccount(2, in: store, hasher, folder),
            ]
            try await SecretsPeer(folder).die(.erase, accounts[0].id, at: step)
            try await expectErased(accounts[0], in: store)
            try await store.removeExpired(at: Instant(0), attemptsBefore: Instant(0))
            #expect(try accounts[0].traces(in: folder) == [])
            try await expectWhole(accounts[1], in: store)
            let third = try await PlantedAccount(3, in: store, hasher, folder)
            try await expectWhole(third, in: store)
        }
    }

    @Test func `an account whose key is damaged can be erased`() async throws {
        let accounts = try await planted(1) { _, _ in }
        try PrivateFile(openingOrCreating: folder.path("keys")).write([1, 2, 3], at: 2 * 128 + 40)
        try await folder.withSecrets { store async throws in
            let error = await #expect(throws: SecretsError.self) { try await store.address(of: accounts[0].id) }
            #expect(error?.code == .damaged)
            try await store.erase(accounts[0].id)
            // The attempts stay until they expire: the address by which they are found is lost with the key.
            try await expectErased(accounts[0], in: store, attempts: 2)
        }
    }

    /// Plants accounts, and runs a closure with the first of them before the store is closed.
    private func planted(
        _ count: UInt64, _ body: (LMDBSecretStore, PlantedAccount) async throws -> Void
    ) async throws -> [PlantedAccount] {
        var accounts: [PlantedAccount] = []
        try await withStore { store, hasher async throws in
            for number in 1...count { accounts.append(try await PlantedAccount(number, in: store, hasher, folder)) }
            try await body(store, accounts[0])
        }
        return accounts
    }

    private func expectErased(
        _ account: PlantedAccount, in store: LMDBSecretStore, attempts: Int = 0
    ) async throws {
        #expect(try await store.address(of: account.id) == nil)
        #expect(try await store.credentials(of: account.id) == [])
        #expect(try await store.sessions(of: account.id) == [])
        #expect(try await store.session(for: account.sessionToken) == nil)
        #expect(try await store.link(for: account.linkToken) == nil)
        #expect(try await store.answer(to: account.request, at: Instant(1)) == nil)
        #expect(try await !store.accounts(after: nil, limit: 100).contains(account.id))
        try await expectAttempts(attempts, account, in: store)
    }

    private func expectWhole(_ account: PlantedAccount, in store: LMDBSecretStore) async throws {
        #expect(try await store.address(of: account.id) == account.address)
        #expect(try await store.credentials(of: account.id).count == 1)
        #expect(try await store.sessions(of: account.id).count == 1)
        #expect(try await store.session(for: account.sessionToken)?.account == account.id)
        #expect(try await store.link(for: account.linkToken)?.account == account.id)
        #expect(try await store.answer(to: account.request, at: Instant(1)) != nil)
        try await expectAttempts(2, account, in: store)
    }

    private func expectAttempts(_ count: Int, _ account: PlantedAccount, in store: LMDBSecretStore) async throws {
        let claim = try await store.claim(of: account.address)
        for kind in AttemptKind.allCases {
            #expect(try await store.updateAttempts(AttemptKey(kind, at: claim)) { $0?.count ?? 0 } == count)
        }
    }
}

/// The steps that a store has taken.
final class Steps: @unchecked Sendable {
    // Sendable: the variable is accessed with the lock held.
    private let lock = NSLock()
    private var steps: [SecretsStep] = []

    func add(_ step: SecretsStep) { lock.withLock { steps.append(step) } }
    func removeAll() { lock.withLock { steps = [] } }
    var all: [SecretsStep] { lock.withLock { steps } }
}
