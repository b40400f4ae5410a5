import AuthDomain
import AuthPeer
import DomainKit
import Foundation
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// A copy of both files is a store of its own.
@Suite(.fewAtOnce) struct CopyingTests {
    private let folder: TemporaryFolder
    private let destination: TemporaryFolder
    private let account = AccountID(high: 7, low: 8)

    init() throws {
        folder = try TemporaryFolder()
        destination = try TemporaryFolder()
    }

    private func fill(_ store: LMDBSecretStore, _ account: AccountID) async throws {
        try await store.prepare(
            PreparedPassword(
                PasswordHash(Secret([1, 2, 3])), as: CredentialID(high: 1, low: 1), of: account,
                address: try EmailAddress("user\(account.low)@example.com"), preparedAt: Instant(1)))
    }

    @Test func `a copy has the secrets of its moment, whatever is changed afterwards`() async throws {
        let token = Token.random()
        let claim = try await folder.withSecrets { try await $0.claim(of: try EmailAddress("ada@example.com")) }
        try await folder.withSecrets { store async throws in
            for low in 1...600 { try await fill(store, AccountID(high: 7, low: UInt64(low))) }
            try await store.insert(
                Session(
                    id: SessionID(high: 1, low: 1), account: account, credential: CredentialID(high: 1, low: 1),
                    createdAt: Instant(1), lastUsedAt: Instant(1), expiresAt: Instant(9)), for: token)
            try await store.copy(to: destination.path)
            try await store.erase(account)
        }
        try await destination.withSecrets { store async throws in
            #expect(try await store.address(of: account) == EmailAddress("user8@example.com"))
            #expect(try await store.session(for: token)?.account == account)
            #expect(try await store.accounts(after: nil, limit: 1_000).count == 600)
            #expect(try await store.claim(of: EmailAddress("ada@example.com")) == claim)
        }
    }

    @Test func `a copy is for its owner alone, and leaves no other file`() async throws {
        try await folder.withSecrets { try await $0.copy(to: destination.path) }
        #expect(try destination.names() == ["keys", "secrets.mdb"])
        for name in try destination.names() {
            let mode = try FileManager.default.attributesOfItem(atPath: destination.path(name))[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(name)")
        }
    }

    @Test func `a copy of what another process has half erased holds nothing of the account`() async throws {
        try await folder.withSecrets { store async throws in
            try await fill(store, account)
            try await SecretsPeer(folder).die(.erase, account, at: .erasureRecorded)
            try await store.copy(to: destination.path)
        }
        try await destination.withSecrets { store async throws in
            #expect(try await store.accounts(after: nil, limit: 9) == [])
        }
        let keys = try destination.bytes("keys")
        #expect(keys.dropFirst(2 * 128).allSatisfy { $0 == 0 })
    }

    @Test(arguments: ["keys", "secrets.mdb"]) func `a copy replaces no file`(name: String) async throws {
        _ = try destination.file([1, 2, 3], named: name)
        try await folder.withSecrets { store async throws in
            let error = await #expect(throws: SecretsError.self) { try await store.copy(to: destination.path) }
            #expect(error?.code == .inputOutput)
        }
        #expect(try destination.names() == [name])
        #expect(try destination.bytes(name) == [1, 2, 3])
    }

    @Test func `a copy is marked with the log that it is given`() async throws {
        try await folder.withSecrets { store async throws in
            try await store.follow(ManualLog(end: 9))
            try await store.copy(to: destination.path, markedAt: ManualLog(end: 4).end())
        }
        let store = try await LMDBSecretStore.open(
            in: destination.path, of: ManualLog(end: 4), sodium: Sodium(), mapSize: 64 << 20)
        await store.close()
    }
}
