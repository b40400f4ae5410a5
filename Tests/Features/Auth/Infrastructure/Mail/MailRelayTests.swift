import AuthDomain
import AuthInfrastructure
import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import Testing

@Suite
struct MailRelayTests {
    private func events(of auth: EventSourcedAuth) async throws -> [String] {
        try await auth.store.readLog(matching: .categories("mail")).collect().map(\.type.text)
    }

    @Test
    func `a registration is confirmed with the mail that it causes`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        try await auth.deliverMail()
        #expect(try await events(of: auth) == ["MailConfirmationRequested", "MailSent"])
        let registered = try #require(try await auth.store.readLog().collect().first)
        #expect(auth.stores.box.messages.map(\.id) == [registered.id.description])
        try await auth.stores.auth.confirmEmail(#require(auth.stores.box.lastToken))
    }

    @Test
    func `each mail is requested once and sent once, however often both run`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        try await auth.stores.auth.requestPasswordReset("ada@example.com")
        for _ in 0..<3 { try await auth.deliverMail() }
        #expect(auth.stores.box.messages.count == 2)
        #expect(Set(auth.stores.box.messages.map(\.id)).count == 2)
    }

    @Test
    func `a mail that was sent and not recorded is sent again, with the same id and another link`() async throws {
        let auth = EventSourcedAuth()
        let account = try await auth.stores.register()
        try await auth.requesting.catchUp()
        let request = try #require(try await auth.store.readLog(matching: .categories("mail")).collect().first)
        let id = String(request.stream.id)
        // As if the process had ended after sending.
        _ = try await auth.stores.deliver(
            MailRequest(id: id, .confirmation, to: account, requestedAt: request.time))
        let first = try #require(auth.stores.box.lastToken)
        try await auth.relay.catchUp()
        #expect(auth.stores.box.messages.map(\.id) == [id, id])
        let second = try #require(auth.stores.box.lastToken)
        await #expect(throws: AuthError.self) { try await auth.stores.auth.confirmEmail(first) }
        try await auth.stores.auth.confirmEmail(second)
    }

    @Test
    func `while the server is absent, mails stay open, and no secret is recorded`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        try await auth.stores.register("eve@example.com")
        auth.stores.box.fail(with: MailError("the server is absent", isPermanent: false))
        try await auth.requesting.catchUp()
        #expect(try await auth.relay.catchUp() == 2)
        #expect(try await events(of: auth) == ["MailConfirmationRequested", "MailConfirmationRequested"])
        auth.stores.box.fail(with: nil)
        #expect(try await auth.relay.catchUp() == 0)
        #expect(auth.stores.box.messages.map(\.recipient.text) == ["ada@example.com", "eve@example.com"])
    }

    @Test
    func `a mail that is refused permanently is abandoned, and holds no other up`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        auth.stores.box.fail(with: MailError("no such mailbox", isPermanent: true))
        try await auth.deliverMail()
        auth.stores.box.fail(with: nil)
        try await auth.stores.register("eve@example.com")
        try await auth.deliverMail()
        #expect(auth.stores.box.messages.map(\.recipient.text) == ["eve@example.com"])
        #expect(
            try await events(of: auth) == [
                "MailConfirmationRequested", "MailAbandoned", "MailConfirmationRequested", "MailSent",
            ])
    }

    @Test(.timeLimit(.minutes(10)))
    func `a running relay sends new mails, and tries again after a pause`() async throws {
        let auth = EventSourcedAuth()
        let pauses = PauseClock()
        let relay = MailRelay(store: auth.store, deliver: auth.stores.deliver, time: auth.time, clock: pauses)
        auth.stores.box.fail(with: MailError("the server is absent", isPermanent: false))
        try await auth.stores.register()
        try await auth.requesting.catchUp()
        let running = Task { try await relay.run() }
        try await pauses.waitForSleep()
        auth.stores.box.fail(with: nil)
        pauses.wake()
        try await LogChanges(of: auth.store, matching: .types("MailSent")).waitForChange(after: 0)
        let sent = try await auth.store.head()
        try await auth.stores.register("eve@example.com")
        try await auth.requesting.catchUp()
        try await LogChanges(of: auth.store, matching: .types("MailSent")).waitForChange(after: sent)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(auth.stores.box.messages.map(\.recipient.text) == ["ada@example.com", "eve@example.com"])
    }
}
