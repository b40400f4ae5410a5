import AuthDomain
import DomainKit
import NacreTesting
import Testing

@Suite
struct AccountDeciderTests {
    private let claim = EmailClaim("c1")
    private let first = CredentialID(high: 1, low: 1)
    private let second = CredentialID(high: 1, low: 2)
    private let reset = ResetID(high: 2, low: 1)
    private let later = ResetID(high: 2, low: 2)

    private var registered: DeciderScenario<AccountDecider> {
        AccountDecider.given(.registered(claim: claim, credential: first))
    }

    @Test
    func `an account is registered once`() throws {
        try AccountDecider.given().when(.register(claim: claim, credential: first))
            .then(.registered(claim: claim, credential: first))
        try registered.when(.register(claim: claim, credential: first)).thenFails(\.code, is: .emailTaken)
    }

    @Test
    func `what anyone can ask about an unknown address is recorded without effect`() throws {
        try AccountDecider.given().when(.requestPasswordReset(reset)).then(.passwordResetRequested(reset: reset))
        try AccountDecider.given().when(.repeatRegistration).then(.registrationRepeated)
        try AccountDecider.given().when(.requestConfirmation).then(.confirmationRequested)
        #expect(
            AccountDecider.replay([
                .passwordResetRequested(reset: reset), .registrationRepeated, .confirmationRequested,
            ]) == .none)
    }

    @Test
    func `every other command on an account that does not exist is refused`() throws {
        let commands: [AccountCommand] = [
            .confirmEmail, .changePassword(from: first, to: second), .resetPassword(reset, to: second),
            .grant(.operator), .delete(verified: first),
        ]
        for command in commands {
            try AccountDecider.given().when(command).thenFails(\.code, is: .notFound)
        }
        let deleted = AccountDecider.given(.registered(claim: claim, credential: first), .deleted(claim: claim))
        let all =
            commands + [
                .register(claim: claim, credential: first), .repeatRegistration, .requestConfirmation,
                .requestPasswordReset(reset),
            ]
        for command in all { try deleted.when(command).thenFails(\.code, is: .notFound) }
    }

    @Test
    func `a command that rests on another password than the present one is refused`() throws {
        let changed = AccountDecider.given(
            .registered(claim: claim, credential: first), .passwordChanged(credential: second))
        try changed.when(.changePassword(from: first, to: second)).thenFails(\.code, is: .invalidCredentials)
        try changed.when(.delete(verified: first)).thenFails(\.code, is: .invalidCredentials)
        try changed.when(.delete(verified: second)).then(.deleted(claim: claim))
    }

    @Test
    func `a reset is used once, and only the latest`() throws {
        let requested = AccountDecider.given(
            .registered(claim: claim, credential: first), .passwordResetRequested(reset: reset))
        try requested.when(.resetPassword(reset, to: second)).then(.passwordReset(reset: reset, credential: second))
        try requested.when(.resetPassword(later, to: second)).thenFails(\.code, is: .linkInvalid)
        for event: AccountEvent in [
            .passwordReset(reset: reset, credential: second), .passwordChanged(credential: second),
            .passwordResetRequested(reset: later),
        ] {
            try AccountDecider.given(
                .registered(claim: claim, credential: first), .passwordResetRequested(reset: reset), event
            ).when(.resetPassword(reset, to: second)).thenFails(\.code, is: .linkInvalid)
        }
    }

    @Test
    func `a command that has taken effect already causes no event`() throws {
        let account = AccountDecider.given(
            .registered(claim: claim, credential: first), .emailConfirmed, .roleGranted(role: "operator"))
        try account.when(.confirmEmail).thenNothing()
        try account.when(.grant(.operator)).thenNothing()
    }

    @Test
    func `a role needs a confirmed address, by a link of either purpose`() throws {
        try registered.when(.grant(.operator)).thenFails(\.code, is: .notConfirmed)
        for confirmed in [
            [.emailConfirmed],
            [.passwordResetRequested(reset: reset), .passwordReset(reset: reset, credential: second)],
        ] as [[AccountEvent]] {
            let account = AccountDecider.replay([.registered(claim: claim, credential: first)] + confirmed)
            #expect(try AccountDecider.decide(.grant(.operator), account) == [.roleGranted(role: "operator")])
        }
    }

    @Test
    func `events that violate the rules leave the account as it was`() {
        let account = AccountDecider.replay([.registered(claim: claim, credential: first), .emailConfirmed])
        let again = AccountDecider.replay(
            [.registered(claim: EmailClaim("c2"), credential: second), .registrationRepeated], from: account)
        #expect(again == account)
        let deleted = AccountDecider.replay(
            [.deleted(claim: claim), .registered(claim: claim, credential: second), .roleGranted(role: "operator")],
            from: account)
        #expect(deleted == .deleted)
    }

    @Test
    func `a recorded role that this program does not know grants nothing, and is kept`() {
        let account = AccountDecider.replay([
            .registered(claim: claim, credential: first), .roleGranted(role: "auditor"),
        ])
        #expect(account.active?.roles == [])
        #expect(account.active?.recordedRoles == ["auditor"])
    }

    @Test
    func `an address that an account had before its deletion is free for another account`() throws {
        let (ada, eve) = (AccountID(high: 3, low: 1), AccountID(high: 3, low: 2))
        let taken = AccountsDecider.given(.init(.registered(claim: claim, credential: first), of: ada))
        let register = AccountsDecider.Command(.register(claim: claim, credential: second), on: eve)
        try taken.when(register).thenFails(\.code, is: .emailTaken)
        try AccountsDecider.given(
            .init(.registered(claim: claim, credential: first), of: ada), .init(.deleted(claim: claim), of: ada)
        ).when(register).then(.init(.registered(claim: claim, credential: second), of: eve))
    }
}
