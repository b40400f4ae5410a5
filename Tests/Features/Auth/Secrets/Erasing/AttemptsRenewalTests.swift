import AuthDomain
import DomainKit
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// Counts of attempts that are gone cannot be opened by the keys that are left.
@Suite(.fewAtOnce) struct AttemptsRenewalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func count(_ store: LMDBSecretStore, _ email: String, _ change: Attempts?) async throws {
        let claim = try await store.claim(of: EmailAddress(email))
        try await store.updateAttempts(AttemptKey(.password, at: claim)) { $0 = change }
    }

    private func key(_ store: LMDBSecretStore) throws -> [UInt8] {
        try store.database.read { transaction in
            guard
                let key = try store.database.key(
                    of: KeyOwner.attempts, namedBy: RecordKey(.attemptsKey), in: transaction)
            else { return [] }
            return key.copy()
        }
    }

    @Test func `removing what has expired seals the other counts under a new key, and erases the former one`()
        async throws
    {
        try await folder.withSecrets { store async throws in
            try await count(store, "old@example.com", Attempts(count: 3, lastAt: Instant(1)))
            try await count(store, "new@example.com", Attempts(count: 4, lastAt: Instant(9)))
            let former = try key(store)
            #expect(former.count == SecretKey.byteCount)
            #expect(try folder.bytes("keys").firstRange(of: former) != nil)
            try await store.removeExpired(at: Instant(5), attemptsBefore: Instant(5))
            #expect(try key(store) != former)
            for name in try folder.names() { #expect(try folder.bytes(name).firstRange(of: former) == nil) }
            let claim = try await store.claim(of: EmailAddress("new@example.com"))
            #expect(
                try await store.updateAttempts(AttemptKey(.password, at: claim)) { $0 }
                    == Attempts(count: 4, lastAt: Instant(9)))
            let old = try await store.claim(of: EmailAddress("old@example.com"))
            #expect(try await store.updateAttempts(AttemptKey(.password, at: old)) { $0 } == nil)
        }
    }

    @Test func `without counts there is no key, also if there were some`() async throws {
        try await folder.withSecrets { store async throws in
            try await store.removeExpired(at: Instant(5), attemptsBefore: Instant(5))
            #expect(try key(store) == [])
            try await count(store, "ada@example.com", Attempts(count: 3, lastAt: Instant(9)))
            try await count(store, "ada@example.com", nil)
            #expect(try key(store) != [])
            try await store.removeExpired(at: Instant(5), attemptsBefore: Instant(5))
            #expect(try key(store) == [])
            #expect(try folder.bytes("keys").dropFirst(2 * 128).allSatisfy { $0 == 0 })
        }
    }

    @Test func `no record of a count can be found by what the store keeps`() async throws {
        try await folder.withSecrets { store async throws in
            try await count(store, "ada@example.com", Attempts(count: 3, lastAt: Instant(9)))
            let claim = try await store.claim(of: EmailAddress("ada@example.com"))
            let message = [1] + Array(claim.text.utf8)
            let hash = store.database.sodium.keyedHash(message, under: store.database.storeKeys.lookups)
            #expect(try folder.bytes("secrets.mdb").firstRange(of: hash) == nil)
        }
    }
}
