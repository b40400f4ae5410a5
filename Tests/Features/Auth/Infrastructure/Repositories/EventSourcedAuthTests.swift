import AuthDomain
import AuthInfrastructure
import AuthSecrets
import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import Testing

@Suite
struct EventSourcedAuthTests {
    @Test(.timeLimit(.minutes(25)), arguments: AuthBehaviours.all)
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
    func `no password, hash, token or address is in the log, whatever is done`() async throws {
        let hasher = try await SodiumPasswordHasher.open(sodium: try Sodium(), cost: .cheapest)
        let auth = EventSourcedAuth(hasher: hasher)
        let stores = auth.stores
        var planted = PlantedSecrets()
        let passwords = (42...45).map { "planted-oyster-\($0)" }
        for password in passwords { planted.add("a password", password) }
        for email in ["Planted@example.com", "planted@example.com", "planted.stranger@example.com"] {
            planted.add("an address", email)
        }
        let account = try await stores.register("Planted@example.com", password: passwords[0])
        try await planted.addHashes(of: account, in: stores)
        try await stores.register("planted@example.com", password: passwords[1])
        let token = try await stores.signIn("planted@example.com", password: passwords[0])
        try await auth.deliverMail()
        let confirmation = try #require(stores.box.messages.lazy.compactMap(MailBox.token).first)
        try await stores.auth.confirmEmail(confirmation)
        try await stores.auth.requestPasswordReset("planted@example.com")
        try await stores.auth.requestPasswordReset("planted.stranger@example.com")
        try await auth.deliverMail()
        let link = try #require(stores.box.lastToken)
        try await stores.auth.resetPassword(PasswordReset(token: link, new: Password(passwords[2])))
        try await planted.addHashes(of: account, in: stores)
        let second = try await stores.signIn("planted@example.com", password: passwords[2])
        try await stores.auth.changePassword(
            PasswordChange(token: second, current: Password(passwords[2]), new: Password(passwords[3])))
        try await planted.addHashes(of: account, in: stores)
        _ = try await stores.auth.delete(AccountDeletion(token: second, password: Password(passwords[3])))
        for token in [token, second, link, confirmation] {
            planted.add("a token", token.text)
            planted.add("the bytes of a token", token.bytes.copy)
        }
        #expect(planted.names.filter { $0 == "a hash" }.count == 3)
        #expect(planted.names.filter { $0 == "a digest" }.count == 3)
        #expect(try await auth.store.head() > 10)
        #expect(try await planted.found(in: auth.store) == [])
        await hasher.close()
    }

    @Test
    func `the search for secrets finds each of them in data, metadata, tags and stream names`() async throws {
        let store = InMemoryEventStore()
        var planted = PlantedSecrets()
        planted.add("text", "planted-oyster")
        planted.add("bytes", [0, 200, 17, 4, 99, 250, 3, 8, 1, 2])
        var expected: [String] = []
        for form in planted.forms {
            let text = String(decoding: form.bytes, as: UTF8.self)
            let isText = Array(text.utf8) == form.bytes && !form.bytes.contains(0)
            try await store.append(
                [EventData(type: "A", data: form.bytes), EventData(type: "B", data: [], metadata: form.bytes)],
                to: "a-1")
            expected += [form.name, form.name]
            guard isText else { continue }
            try await store.append([EventData(type: "C", tags: [Tag(text)], data: [])], to: "a-1")
            try await store.append([EventData(type: "D", data: [])], to: StreamName("b-\(text)"))
            expected += [form.name, form.name]
        }
        #expect(try await planted.found(in: store).sorted() == expected.sorted())
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
