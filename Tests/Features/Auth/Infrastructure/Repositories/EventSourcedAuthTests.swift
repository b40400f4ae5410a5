import AuthDomain
import AuthInfrastructure
import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import Testing

@Suite
struct EventSourcedAuthTests {
    @Test(.timeLimit(.minutes(10)), arguments: AuthBehaviours.all)
    func `event-sourced accounts in memory keep the rules of accounts`(
        _ behaviour: Behaviour<AuthStores>
    ) async throws {
        try await behaviour.verify(on: EventSourcedAuth().stores)
    }

    @Test
    func `events in other streams take no address, whatever their type and tags`() async throws {
        let auth = EventSourcedAuth()
        let claim = try await auth.stores.secrets.claim(of: EmailAddress("ada@example.com"))
        let data = try AccountEvent.codec.encode(.registered(claim: claim, credential: CredentialID(high: 1, low: 1)))
        let streams: [StreamName] = [
            "person-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b", "account-1", "account-4A07D6C8-0F5E-4E0C-9B1A-2F7C1D3E5A6B",
        ]
        for stream in streams { try await auth.store.append([data], to: stream) }
        #expect(try await auth.stores.repository.holder(of: claim) == nil)
        try await auth.stores.register()
        _ = try await auth.stores.signIn()
    }

    @Test
    func `no password, token or address is in the log, whatever is done`() async throws {
        let auth = EventSourcedAuth()
        let stores = auth.stores
        try await stores.register("Planted@example.com", password: "planted-oyster-42")
        try await stores.register("planted@example.com", password: "planted-oyster-43")
        let token = try await stores.signIn("planted@example.com", password: "planted-oyster-42")
        try await stores.auth.requestPasswordReset("planted@example.com")
        try await stores.auth.requestPasswordReset("planted.stranger@example.com")
        _ = try await stores.auth.grantRole(RoleGrant(email: "planted@example.com", role: .operator))
        try await auth.deliverMail()
        let link = try #require(stores.box.lastToken)
        try await stores.auth.resetPassword(PasswordReset(token: link, new: Password("planted-oyster-44")))
        let second = try await stores.signIn("planted@example.com", password: "planted-oyster-44")
        try await stores.auth.changePassword(
            PasswordChange(
                token: second, current: Password("planted-oyster-44"), new: Password("planted-oyster-45")))
        _ = try await stores.auth.delete(AccountDeletion(token: second, password: Password("planted-oyster-45")))
        var found = 0
        for event in try await auth.store.readLog().collect() {
            let text =
                ([event.stream.text] + event.tags.map(\.text)).joined(separator: " ")
                + String(decoding: event.data + event.metadata, as: UTF8.self)
            for secret in ["planted", "Planted", "oyster", "example", token.text, second.text, link.text] {
                #expect(!text.contains(secret), "\(event.type) \(text)")
            }
            found += 1
        }
        #expect(found > 10)
    }

    @Test
    func `a request for an unknown address writes as many events as one for a known address`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        var before = try await auth.store.head()
        for email in ["ada@example.com", "eve@example.com"] {
            try await auth.stores.auth.requestPasswordReset(email)
            #expect(try await auth.store.head() == before + 1)
            before += 1
        }
        for email in ["ada@example.com", "eve@example.com"] {
            try await auth.stores.auth.register(NewAccount(email: email, password: Password(AuthStores.password)))
            #expect(try await auth.store.head() == before + 1)
            before += 1
        }
    }
}
