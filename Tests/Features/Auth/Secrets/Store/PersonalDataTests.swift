import AuthDomain
import DomainKit
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// Personal data that is sealed under an account's key and kept elsewhere.
@Suite(.fewAtOnce) struct PersonalDataTests {
    private let folder: TemporaryFolder
    private let ada = PersonID(high: 1, low: 1)
    private let bob = PersonID(high: 1, low: 2)
    private let name = "Ada Lovelace, Caf\u{E9} 🦪"

    init() throws { folder = try TemporaryFolder() }

    /// Gives a person an account, and with it a key.
    private func register(_ person: PersonID, in store: LMDBSecretStore) async throws {
        try await store.prepare(
            PreparedPassword(
                PasswordHash(Secret("hash".utf8)), as: CredentialID(high: 1, low: person.low),
                of: AccountID(high: person.high, low: person.low),
                address: try EmailAddress("user\(person.low)@example.com"), preparedAt: Instant(1)))
    }

    @Test func `a sealed text opens for its person and field, also after reopening`() async throws {
        let sealed = try await folder.withSecrets { store async throws in
            try await register(ada, in: store)
            return try store.keyForSealing(of: ada).seal(name, for: "name")
        }
        #expect(!sealed.contains("Ada"))
        try await folder.withSecrets { store async throws in
            #expect(try store.key(of: ada)?.open(sealed, for: "name") == name)
        }
    }

    @Test(arguments: 0...4) func `a text of any length survives`(length: Int) async throws {
        try await folder.withSecrets { store async throws in
            try await register(ada, in: store)
            let text = String(repeating: "x", count: length)
            let key = try store.keyForSealing(of: ada)
            #expect(try key.open(key.seal(text, for: "name"), for: "name") == text)
        }
    }

    @Test func `two sealings of one text differ, so equal texts are not recognised`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(ada, in: store)
            let key = try store.keyForSealing(of: ada)
            #expect(key.seal(name, for: "name") != key.seal(name, for: "name"))
        }
    }

    @Test func `data of an erased account reads as erased, also after the account has a new key`() async throws {
        try await folder.withSecrets { store async throws in
            for person in [ada, bob] { try await register(person, in: store) }
            let sealed = try store.keyForSealing(of: ada).seal(name, for: "name")
            let other = try store.keyForSealing(of: bob).seal(name, for: "name")
            try await store.erase(AccountID(high: ada.high, low: ada.low))
            #expect(try store.key(of: ada) == nil)
            try await register(ada, in: store)
            #expect(try store.keyForSealing(of: ada).open(sealed, for: "name") == nil)
            #expect(try store.keyForSealing(of: bob).open(other, for: "name") == name)
        }
    }

    @Test func `nothing is sealed for an account without a key, and no key is made for it`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(ada, in: store)
            try await store.erase(AccountID(high: ada.high, low: ada.low))
            for person in [ada, bob] {
                let error = #expect(throws: PersonalDataError.self) { try store.keyForSealing(of: person) }
                #expect(error?.code == .erased)
            }
            #expect(try await store.accounts(after: nil, limit: 9) == [])
        }
    }

    @Test func `data that was moved or changed is damaged`() async throws {
        try await folder.withSecrets { store async throws in
            try await register(ada, in: store)
            let key = try store.keyForSealing(of: ada)
            let sealed = key.seal(name, for: "name")
            let changed = String(sealed.dropLast(8)) + "AAAAAAAA"
            for (text, field) in [(sealed, "city"), (changed, "name"), ("no Base64", "name")] {
                let error = #expect(throws: SecretsError.self) { try key.open(text, for: field) }
                #expect(error?.code == .damaged)
            }
        }
    }

    @Test func `a keyed hash finds equal texts of one field, and is another one in another store`() async throws {
        let other = try TemporaryFolder()
        try await folder.withSecrets { store async throws in
            let hash = store.keyedHash(of: "ada", for: "name")
            #expect(hash == store.keyedHash(of: "ada", for: "name"))
            #expect(hash.utf8.count == 32)
            #expect(hash != store.keyedHash(of: "ada", for: "city"))
            #expect(hash != store.keyedHash(of: "eva", for: "name"))
            try await other.withSecrets { #expect($0.keyedHash(of: "ada", for: "name") != hash) }
        }
        try await folder.withSecrets { store async throws in
            #expect(store.keyedHash(of: "ada", for: "name").utf8.count == 32)
        }
    }
}
