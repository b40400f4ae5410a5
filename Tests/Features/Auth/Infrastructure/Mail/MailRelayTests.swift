import AuthDomain
import AuthInfrastructure
import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import Synchronization
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
        // Both are sent at the same time.
        #expect(auth.stores.box.messages.map(\.recipient.text).sorted() == ["ada@example.com", "eve@example.com"])
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

    @Test(.timeLimit(.minutes(25)))
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

    /// A mail server that never answers for one address, and counts the attempts for another one.
    private final class Delivering: MailDelivering {
        let attempts = Mutex<[AccountID: Int]>([:])
        let hanging: AccountID
        let failing: AccountID

        init(hanging: AccountID, failing: AccountID) {
            (self.hanging, self.failing) = (hanging, failing)
        }

        func callAsFunction(_ input: MailRequest) async throws -> MailOutcome {
            attempts.withLock { $0[input.account, default: 0] += 1 }
            if input.account == hanging { try await Task.sleep(for: .seconds(86_400)) }
            if input.account == failing { throw MailError("the mailbox is busy", isPermanent: false) }
            return .sent
        }
    }

    @Test(.timeLimit(.minutes(25)))
    func `a mail that hangs or fails delays no other, and pauses by itself`() async throws {
        let auth = EventSourcedAuth()
        let delivering = Delivering(
            hanging: try await auth.stores.register(), failing: try await auth.stores.register("eve@example.com"))
        let relay = MailRelay(store: auth.store, deliver: delivering, time: auth.time, clock: PauseClock())
        try await auth.requesting.catchUp()
        let running = Task { try await relay.run() }
        var sent: Position = 0
        for number in 0..<8 {
            try await auth.stores.register("user\(number)@example.com")
            try await auth.requesting.catchUp()
            try await LogChanges(of: auth.store, matching: .types("MailSent")).waitForChange(after: sent)
            sent = try await auth.store.head()
        }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        // New requests are no reason to try another mail again.
        #expect(delivering.attempts.withLock { $0[delivering.failing] } == 1)
        #expect(delivering.attempts.withLock { $0.count } == 10)
    }

    @Test
    func `a mail that is given up although it was needed is reported`() async throws {
        let auth = EventSourcedAuth()
        try await auth.stores.register()
        try await auth.requesting.catchUp()
        auth.stores.box.fail(with: MailError("no such mailbox", isPermanent: true))
        let reported = Mutex<[MailError]>([])
        let relay = MailRelay(
            store: auth.store, deliver: auth.stores.deliver, time: auth.time,
            notice: { _, error in
                if let error = error as? MailError { reported.withLock { $0.append(error) } }
            })
        #expect(try await relay.catchUp() == 0)
        #expect(reported.withLock { $0.map(\.isPermanent) } == [true])
    }
}
