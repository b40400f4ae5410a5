import AuthDomain
import TestFolders
import TestTraits
import Testing

@testable import AuthSecrets

/// Personal data that is sealed under an account's key and kept elsewhere.
@Suite(.fewAtOnce) struct PersonalDataTests {
    private let folder: TemporaryFolder
    private let ada = AccountID(high: 1, low: 1)
    private let bob = AccountID(high: 1, low: 2)
    private let name = Array("Ada Lovelace".utf8)
    private let place = Array("name".utf8)

    init() throws { folder = try TemporaryFolder() }

    @Test func `sealed data opens for its account and place, also after reopening`() async throws {
        let sealed = try await folder.withSecrets { try await $0.sealPersonalData(name, of: ada, for: place) }
        #expect(sealed.count == name.count + LMDBSecretStore.personalDataOverhead)
        #expect(sealed.firstRange(of: name) == nil)
        try await folder.withSecrets { store async throws in
            #expect(try await store.openPersonalData(sealed, of: ada, for: place) == name)
            #expect(try inThread { try store.openPersonalData(sealed, of: ada, for: place) } == name)
        }
    }

    @Test func `data of an erased account reads as erased, also after the account has a new key`() async throws {
        try await folder.withSecrets { store async throws in
            let sealed = try await store.sealPersonalData(name, of: ada, for: place)
            let other = try await store.sealPersonalData(name, of: bob, for: place)
            try await store.erase(ada)
            #expect(try await store.openPersonalData(sealed, of: ada, for: place) == nil)
            _ = try await store.sealPersonalData(name, of: ada, for: place)
            #expect(try await store.openPersonalData(sealed, of: ada, for: place) == nil)
            #expect(try await store.openPersonalData(other, of: bob, for: place) == name)
        }
    }

    @Test func `data that was moved or changed is damaged`() async throws {
        try await folder.withSecrets { store async throws in
            let sealed = try await store.sealPersonalData(name, of: ada, for: place)
            var changed = sealed
            changed[sealed.count - 1] ^= 1
            for (data, place) in [(sealed, Array("city".utf8)), (changed, place)] {
                let error = await #expect(throws: SecretsError.self) {
                    try await store.openPersonalData(data, of: ada, for: place)
                }
                #expect(error?.code == .damaged)
            }
        }
    }

    /// Calls a function that may not be called in an asynchronous one.
    private func inThread<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
