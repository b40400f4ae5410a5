import AuthDomain
import AuthInfrastructure
import Nacre
import NacreTesting
import Testing

/// The reactions to events of accounts.
@Suite
struct RequestingMailTests {
    private let requesting = ProcessScenario { store, time in RequestingMail(in: store, time: time) }
    private let account = AccountID(high: 0x4a07_d6c8_0f5e_4e0c, low: 0x9b1a_2f7c_1d3e_5a6b)
    private let stream: StreamName = "account-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b"
    private let registered = AccountEvent.registered(
        claim: EmailClaim("c1"), credential: CredentialID(high: 1, low: 1))
    private let reset = ResetID(high: 2, low: 1)

    @Test
    func `a registration requests one confirmation mail, named by the event's id`() async throws {
        let outcome = try await requesting.when(stream, [registered], by: AccountEvent.codec)
        try outcome.then(
            "mail-\(outcome.cause.id)", [.confirmationRequested(account: account)], by: MailEvent.codec)
    }

    @Test
    func `a repeated registration, another confirmation and a reset request their own mails`() async throws {
        let known = try requesting.given(stream, [registered], by: AccountEvent.codec)
        let repeated = try await known.when(stream, [.registrationRepeated], by: AccountEvent.codec)
        try repeated.then("mail-\(repeated.cause.id)", [.noticeRequested(account: account)], by: MailEvent.codec)
        let again = try await known.when(stream, [.confirmationRequested], by: AccountEvent.codec)
        try again.then("mail-\(again.cause.id)", [.confirmationRequested(account: account)], by: MailEvent.codec)
        let asked = try await known.when(stream, [.passwordResetRequested(reset: reset)], by: AccountEvent.codec)
        try asked.then(
            "mail-\(asked.cause.id)", [.resetRequested(account: account, reset: reset)], by: MailEvent.codec)
    }

    @Test
    func `other events, and requests under an id that no account has, request no mail`() async throws {
        try await requesting
            .when(stream, [.passwordResetRequested(reset: reset)], by: AccountEvent.codec).thenNothing()
            .when(stream, [.registrationRepeated], by: AccountEvent.codec).thenNothing()
        try await requesting.given(stream, [registered], by: AccountEvent.codec)
            .when(stream, [.emailConfirmed], by: AccountEvent.codec).thenNothing()
            .when(stream, [.passwordChanged(credential: CredentialID(high: 1, low: 2))], by: AccountEvent.codec)
            .thenNothing()
            .when(stream, [.deleted(claim: EmailClaim("c1"))], by: AccountEvent.codec).thenNothing()
    }

    @Test
    func `events outside of account streams request no mail`() async throws {
        try await requesting.when("person-1", [registered], by: AccountEvent.codec).thenNothing()
        try await requesting.when("account-1", [registered], by: AccountEvent.codec).thenNothing()
    }
}
