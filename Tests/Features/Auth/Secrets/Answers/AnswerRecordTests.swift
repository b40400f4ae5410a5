import AuthDomain
import DomainKit
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// Answers to requests in `secrets.mdb`, beyond what every store of secrets does.
@Suite(.fewAtOnce) struct AnswerRecordTests {
    private let folder: TemporaryFolder
    private let account = AccountID(high: 7, low: 8)

    init() throws { folder = try TemporaryFolder() }

    private func request(_ identity: String) -> RepeatableRequest {
        RepeatableRequest(identity: identity, body: Array("planted-body".utf8))
    }

    private func register(_ store: LMDBSecretStore) async throws {
        try await store.prepare(
            PreparedPassword(
                PasswordHash(Secret([1])), as: CredentialID(high: 1, low: 1), of: account,
                address: try EmailAddress("ada@example.com"), preparedAt: Instant(1)))
    }

    /// The key of the answers without an account; empty if there is none.
    private func key(_ store: LMDBSecretStore) throws -> [UInt8] {
        try store.database.read { transaction in
            guard
                let key = try store.database.key(
                    of: KeyOwner.answers, namedBy: RecordKey(.answersKey), in: transaction)
            else { return [] }
            return key.copy()
        }
    }

    /// The number of records in the tables of answers.
    private func records(_ store: LMDBSecretStore) throws -> [Int] {
        try store.database.read { transaction in
            try [SecretsTable.answers, .answersWithoutAccount, .answerKeys].map {
                try transaction.records(with: RecordKey($0)).count
            }
        }
    }

    @Test func `answers are there after reopening`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            try await store.keep([1], to: request("ada"), of: account, until: Instant(9))
            try await store.keep([2], to: request("none"), of: nil, until: Instant(9))
        }
        try await folder.withSecrets { store async throws in
            #expect(try await store.answer(to: request("ada"), at: Instant(8)) == .answer([1]))
            #expect(try await store.answer(to: request("none"), at: Instant(8)) == .answer([2]))
            let other = RepeatableRequest(identity: "none", body: [])
            #expect(try await store.answer(to: other, at: Instant(8)) == .otherRequest)
        }
    }

    @Test func `the keys of the files open no answer without its request`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            try await store.keep([1], to: request("ada"), of: account, until: Instant(9))
            let stored = try store.database.read { try store.database.storedAnswer(to: request("ada"), in: $0) }
            let sealed = try #require(stored?.sealed)
            #expect(sealed.count == 1 + Sodium.sealByteCount)
            for key in [store.database.storeKeys.answers.copy(), store.database.storeKeys.lookups.copy()] {
                #expect(try Sodium().open(sealed, with: [], under: SecretKey(key)) == nil)
            }
        }
    }

    @Test func `nothing of a request is in the files`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            for owner in [account, nil] {
                let request = request("planted-identity \(owner == nil)")
                try await store.keep(Array("planted-answer".utf8), to: request, of: owner, until: Instant(9))
            }
        }
        for name in try folder.names() {
            #expect(try folder.bytes(name).firstRange(of: Array("planted-".utf8)) == nil, "\(name)")
        }
    }

    @Test func `above a limit the oldest answers are removed, also those without an account`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            for owner in [account, nil] {
                for number in 0..<6 {
                    try store.database.write { transaction in
                        try store.database.put(
                            [1], to: request("\(owner == nil) \(number)"), of: owner, until: Instant(9), limit: 4,
                            in: transaction)
                    }
                }
                for number in 0..<6 {
                    let found = try await store.answer(to: request("\(owner == nil) \(number)"), at: Instant(1))
                    #expect((found != nil) == (number > 1))
                }
            }
            #expect(try records(store) == [4, 4, 8])
        }
    }

    @Test func `removing what has expired seals the other answers under a new key, and erases the former one`()
        async throws
    {
        try await folder.withSecrets { store async throws in
            try await store.keep([1], to: request("old"), of: nil, until: Instant(5))
            try await store.keep([2], to: request("new"), of: nil, until: Instant(6))
            let former = try key(store)
            #expect(try folder.bytes("keys").firstRange(of: former) != nil)
            try await store.removeExpired(at: Instant(5), attemptsBefore: Instant(5))
            #expect(try key(store) != former)
            for name in try folder.names() { #expect(try folder.bytes(name).firstRange(of: former) == nil) }
            #expect(try await store.answer(to: request("new"), at: Instant(5)) == .answer([2]))
            #expect(try records(store) == [0, 1, 1])
            try await store.removeExpired(at: Instant(6), attemptsBefore: Instant(5))
            #expect(try records(store) == [0, 0, 0])
            #expect(try key(store) == [])
            #expect(try folder.bytes("keys").dropFirst(2 * 128).allSatisfy { $0 == 0 })
        }
    }

    @Test func `secrets of a program that knew no answers keep their format, and get answers`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            // Its tables were these.
            let count = try store.database.read { transaction in
                try SecretsTable.allCases.filter { $0.rawValue >= 0x20 }.reduce(0) {
                    try $0 + transaction.records(with: RecordKey($1)).count
                }
            }
            #expect(count == 0)
        }
        try await folder.withSecrets { store async throws in
            try await store.keep([1], to: request("ada"), of: account, until: Instant(9))
            #expect(try await store.answer(to: request("ada"), at: Instant(8)) == .answer([1]))
            let header = try store.database.read { try $0.value(of: RecordKey(.header)) }
            #expect(header?.first == 1)
        }
    }

    @Test func `answers of an account that such a program erases cannot be read, and are removed`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(store)
            try await store.keep([1], to: request("ada"), of: account, until: Instant(9))
            try store.database.write { transaction in
                let key = RecordKey(.accounts, account.bytes)
                let slot = try #require(try transaction.value(of: key))
                try transaction.remove(key.bytes)
                try transaction.put([], for: RecordKey(.erasures, slot))
            }
            try store.database.completeErasures()
            #expect(try await store.answer(to: request("ada"), at: Instant(1)) == nil)
            #expect(try records(store) == [1, 0, 1])
            try await store.removeExpired(at: Instant(1), attemptsBefore: Instant(1))
            #expect(try records(store) == [0, 0, 0])
        }
    }
}
