import AuthDomain
import AuthPeer
import DomainKit
import Foundation
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

@Suite(.fewAtOnce) struct OpeningTests {
    private let folder: TemporaryFolder
    private let account = AccountID(high: 7, low: 8)

    init() throws { folder = try TemporaryFolder() }

    /// Stores an address.
    private func fill(_ folder: TemporaryFolder? = nil) async throws {
        try await (folder ?? self.folder).withSecrets { store async throws in
            try await store.prepare(
                PreparedPassword(
                    PasswordHash(Secret([1])), as: CredentialID(high: 1, low: 1), of: account,
                    address: try EmailAddress("ada@example.com"), preparedAt: Instant(1)))
        }
    }

    private func code(of folder: TemporaryFolder? = nil) async -> SecretsError.Code? {
        await #expect(throws: SecretsError.self) { try await (folder ?? self.folder).openSecrets() }?.code
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

    @Test func `secrets are there after reopening`() async throws {
        try await fill()
        try await folder.withSecrets { store async throws in
            #expect(try await store.address(of: account) == EmailAddress("ada@example.com"))
        }
    }

    @Test func `every file is made for its owner alone`() async throws {
        try await fill()
        #expect(try folder.names() == ["keys", "secrets.mdb", "secrets.mdb-lock"])
        for name in try folder.names() {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test(arguments: ["keys", "secrets.mdb"]) func `a file that others may read is refused`(name: String) async throws {
        try await fill()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(name))
        #expect(await code() == .exposed)
    }

    @Test func `a missing key file is not replaced`() async throws {
        try await fill()
        try remove("keys")
        #expect(await code() == .missing)
        #expect(try !folder.names().contains("keys"))
    }

    @Test func `a missing file of secrets is not replaced beside keys that belong to it`() async throws {
        try await fill()
        let keys = try folder.bytes("keys")
        try remove("secrets.mdb")
        #expect(await code() == .missing)
        #expect(try folder.bytes("keys") == keys)
    }

    @Test func `the key file of another store is refused`() async throws {
        try await fill()
        let other = try TemporaryFolder()
        try await fill(other)
        try PrivateFile(openingOrCreating: folder.path("keys")).write(other.bytes("keys"), at: 0)
        #expect(await code() == .mismatched)
    }

    @Test func `a key file whose own key is damaged is refused`() async throws {
        try await fill()
        try PrivateFile(openingOrCreating: folder.path("keys")).write([0xFF, 0xFE], at: 128 + 40)
        #expect(await code() == .damaged)
    }

    @Test func `a file that is not one of secrets is refused and left as it is`() async throws {
        _ = try folder.file([UInt8](repeating: 7, count: 10_000), named: "secrets.mdb")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("secrets.mdb"))
        #expect(await code() == .damaged)
        #expect(try folder.bytes("secrets.mdb") == [UInt8](repeating: 7, count: 10_000))
    }

    @Test func `a newer format is refused`() async throws {
        try await fill()
        try await folder.withSecrets { store async throws in
            try store.database.write { try $0.put([2] + [UInt8](repeating: 0, count: 16), for: RecordKey(.header)) }
        }
        #expect(await code() == .newerFormat)
    }

    @Test func `a closed store refuses calls, and closing again has no effect`() async throws {
        let store = try await folder.openSecrets()
        await store.close()
        await store.close()
        let error = await #expect(throws: SecretsError.self) { try await store.address(of: account) }
        #expect(error?.code == .closed)
        let otherError = await #expect(throws: SecretsError.self) { try await store.erase(account) }
        #expect(otherError?.code == .closed)
    }

    @Test(arguments: [SecretsStep.keyWritten, .keySynced])
    func `a process killed while it makes a key leaves a store without the account, which can be used`(
        step: SecretsStep
    ) async throws {
        try await fill()
        let peerAccount = AccountID(high: 1, low: 2)
        try await SecretsPeer(folder).die(.prepare, peerAccount, at: step)
        try await folder.withSecrets { store async throws in
            #expect(try await store.accounts(after: nil, limit: 9) == [account])
            #expect(try await store.address(of: account) == EmailAddress("ada@example.com"))
        }
        try await SecretsPeer(folder).run(.prepare, peerAccount)
        try await folder.withSecrets { store async throws in
            #expect(try await store.address(of: peerAccount) == EmailAddress("peer@example.com"))
            #expect(try await store.address(of: account) == EmailAddress("ada@example.com"))
        }
    }

    @Test(arguments: [SecretsStep.keyWritten, .keySynced])
    func `a process killed while it creates the files leaves a folder in which they can be created`(
        step: SecretsStep
    ) async throws {
        try await SecretsPeer(folder).die(.prepare, account, at: step)
        try await fill()
        try await folder.withSecrets { store async throws in
            #expect(try await store.address(of: account) == EmailAddress("ada@example.com"))
        }
    }

    @Test func `several processes share the secrets`() async throws {
        try await folder.withSecrets { store async throws in
            let peerAccount = AccountID(high: 1, low: 2)
            try await SecretsPeer(folder).run(.prepare, peerAccount)
            #expect(try await store.address(of: peerAccount) == EmailAddress("peer@example.com"))
            try await SecretsPeer(folder).run(.erase, peerAccount)
            #expect(try await store.address(of: peerAccount) == nil)
            #expect(try await store.accounts(after: nil, limit: 9) == [])
        }
    }

    @Test func `opening at once, in tasks of one process, creates one store`() async throws {
        let claims = try await withThrowingTaskGroup(of: EmailClaim.self) { group in
            for _ in 0..<8 {
                group.addTask { [folder] in
                    try await folder.withSecrets { try await $0.claim(of: try EmailAddress("ada@example.com")) }
                }
            }
            return try await group.reduce(into: Set<EmailClaim>()) { $0.insert($1) }
        }
        #expect(claims.count == 1)
    }

    @Test func `claims stay the same, are hexadecimal, and differ between addresses and stores`() async throws {
        let (ada, bob) = (try EmailAddress("Ada@Example.com"), try EmailAddress("bob@example.com"))
        let claim = try await folder.withSecrets { try await $0.claim(of: ada) }
        #expect(claim.text.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        try await folder.withSecrets { store async throws in
            #expect(try await store.claim(of: EmailAddress("ada@example.com")) == claim)
            #expect(try await store.claim(of: bob) != claim)
        }
        let elsewhere = try await TemporaryFolder().withSecrets { try await $0.claim(of: ada) }
        #expect(elsewhere != claim)
    }
}
