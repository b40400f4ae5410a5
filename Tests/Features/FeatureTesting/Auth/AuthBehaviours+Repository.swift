import AuthDomain
import DomainKit
import Testing

extension AuthBehaviours {
    private static let (ada, eve) = (AccountID(high: 1, low: 1), AccountID(high: 1, low: 2))
    private static let credential = CredentialID(high: 2, low: 1)

    /// The behaviour of the repository.
    static let repository: [Behaviour<AuthStores>] = [
        Behaviour("every event is loaded as it was saved") { stores async throws in
            let claim = try await stores.claim("ada@example.com")
            let (reset, second) = (ResetID(high: 3, low: 1), CredentialID(high: 2, low: 2))
            let events: [AccountEvent] = [
                .registered(claim: claim, credential: credential), .registrationRepeated, .confirmationRequested,
                .emailConfirmed,
                .passwordChanged(credential: second), .passwordResetRequested(reset: reset),
                .roleGranted(role: "operator"), .passwordReset(reset: reset, credential: credential),
            ]
            for (version, event) in events.enumerated() {
                _ = try await stores.repository.save([event], for: ada, expecting: UInt64(version))
                let loaded = try await stores.repository.load(ada)
                #expect(loaded.state == AccountDecider.replay(events.prefix(version + 1)))
                #expect(loaded.version == UInt64(version) + 1)
            }
            _ = try await stores.repository.save([.deleted(claim: claim)], for: ada, expecting: UInt64(events.count))
            #expect(try await stores.repository.load(ada).state == .deleted)
        },
        Behaviour("an account that was never registered is at version 0") { stores async throws in
            #expect(try await stores.repository.load(ada) == Versioned(state: .none, version: 0))
        },
        Behaviour("a stale save is a conflict, and nothing is written") { stores async throws in
            let claim = try await stores.claim("ada@example.com")
            _ = try await stores.repository.save(
                [.registered(claim: claim, credential: credential)], for: ada, expecting: 0)
            do {
                _ = try await stores.repository.save([.emailConfirmed], for: ada, expecting: 0)
                Issue.record("the save was not refused")
            } catch {
                #expect(error.isConflict)
            }
            #expect(try await stores.repository.load(ada).version == 1)
        },
        Behaviour("an address has one holder, until that account is deleted") { stores async throws in
            let claim = try await stores.claim("ada@example.com")
            #expect(try await stores.repository.holder(of: claim) == nil)
            _ = try await stores.repository.execute(.register(claim: claim, credential: credential), on: ada)
            #expect(try await stores.repository.holder(of: claim) == ada)
            await expectRefused(.emailTaken) {
                _ = try await stores.repository.execute(.register(claim: claim, credential: credential), on: eve)
            }
            #expect(try await stores.repository.load(eve).version == 0)
            _ = try await stores.repository.execute(.delete(verified: credential), on: ada)
            #expect(try await stores.repository.holder(of: claim) == nil)
            _ = try await stores.repository.execute(.register(claim: claim, credential: credential), on: eve)
            #expect(try await stores.repository.holder(of: claim) == eve)
        },
        Behaviour("of several accounts that another program has given one address, the first holds it") {
            stores async throws in
            let claim = try await stores.claim("ada@example.com")
            for account in [eve, ada] {
                _ = try await stores.repository.save(
                    [.registered(claim: claim, credential: credential)], for: account, expecting: 0)
            }
            #expect(try await stores.repository.holder(of: claim) == eve)
            _ = try await stores.repository.execute(.delete(verified: credential), on: eve)
            #expect(try await stores.repository.holder(of: claim) == ada)
        },
    ]
}
