import AuthDomain
import DomainKit
import FeatureTesting
import Testing

@Suite
struct AuthJudgingTests {
    private static let claim = EmailClaim("c1")
    private static let credentials = [CredentialID(high: 1, low: 1), CredentialID(high: 1, low: 2)]
    private static let resets = [ResetID(high: 2, low: 1), ResetID(high: 2, low: 2)]

    private static let events: [AccountEvent] =
        credentials.flatMap { credential -> [AccountEvent] in
            [.registered(claim: claim, credential: credential), .passwordChanged(credential: credential)]
                + resets.map { .passwordReset(reset: $0, credential: credential) }
        } + resets.map { .passwordResetRequested(reset: $0) }
        + [
            .registrationRepeated, .confirmationRequested, .emailConfirmed, .roleGranted(role: Role.operator.rawValue),
            .deleted(claim: claim), .deleted(claim: EmailClaim("c2")),
        ]

    private static let audit: JudgementAudit<AccountDecider> = {
        var commands: [AccountCommand] = [.repeatRegistration, .requestConfirmation, .confirmEmail, .grant(.operator)]
        commands += resets.map { .requestPasswordReset($0) }
        for credential in credentials {
            commands += [.register(claim: claim, credential: credential), .delete(verified: credential)]
            commands += credentials.map { .changePassword(from: credential, to: $0) }
            commands += resets.map { .resetPassword($0, to: credential) }
        }
        return JudgementAudit(AccountDecider.self, commands: commands)
    }()

    @Test
    func `exactly the events that a command decides are allowed, in every state`() {
        Self.audit.expectAgreement(on: Self.events, in: .none)
        for second in Self.events {
            for third in Self.events {
                let state = AccountDecider.replay(
                    [.registered(claim: Self.claim, credential: Self.credentials[0]), second, third])
                Self.audit.expectAgreement(on: Self.events, in: state)
            }
        }
    }

    @Test
    func `exactly the events that a command decides on a mail are allowed`() {
        let account = AccountID(high: 3, low: 1)
        let reset = Self.resets[0]
        let events: [MailEvent] =
            [
                .confirmationRequested(account: account), .noticeRequested(account: account),
                .resetRequested(account: account, reset: reset), .sent,
            ] + MailOutcome.Reason.allCases.map { .abandoned(reason: $0.rawValue) }
        let commands: [MailCommand] =
            [
                .request(.confirmation, to: account), .request(.alreadyRegistered, to: account),
                .request(.reset(reset), to: account), .close(.sent),
            ] + MailOutcome.Reason.allCases.map { .close(.abandoned($0)) }
        let audit = JudgementAudit(MailDecider.self, commands: commands)
        for state in [Mail.none, .requested, .closed] { audit.expectAgreement(on: events, in: state) }
    }
}
