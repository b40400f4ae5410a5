import AuthDomain
import DomainKit
import PresentationKit
import ProfileDomain

@testable import AuthPresentation
@testable import ProfilePresentation
@testable import ShellPages

extension Sample {
    static let profile: [Sample] = [
        profile("profile-loading") { _ in },
        profile("profile-failed") { $0.profile = .failed(unreachable) },
        profile("profile-identity") { $0.profile = .loaded(nil) },
        profile("profile-identity-invalid") { state in
            state.profile = .loaded(nil)
            state.screenName = typed("a", checkScreenName)
            state.birthday = FormField("2999-01-01")
            state.failure = unreachable
        },
        profile("profile") { state in
            state.profile = .loaded(ProfileViewModel.PresentedProfile(screenName: "ada", birthday: "1815-12-10"))
            state.screenName = FormField("ada")
            state.birthday = FormField("1815-12-10")
            state.isSaved = true
        },
        profile("profile-hostile") { state in
            state.profile = .loaded(ProfileViewModel.PresentedProfile(screenName: hostile[2], birthday: hostile[0]))
            state.screenName = typed(hostile[2], checkScreenName)
            state.birthday = FormField(hostile[1])
            state.isSaving = true
            state.staleness = unreachable
        },
    ]

    static let account: [Sample] = [
        account("account-loading") { $0.account = .loading },
        account("account-failed") { $0.account = .failed(unreachable) },
        account("account") { _ in },
        account("account-unconfirmed") { state in
            state.account = .loaded(presented(isEmailConfirmed: false, isOperator: true))
            state.isPasswordChanged = true
        },
        account("account-password-failed") { state in
            state.currentPassword.type(password)
            state.newPassword.type(password, newFor: "")
            state.failure = PresentedError(AuthError(code: .invalidCredentials), reason: .other)
        },
        account("account-signing-out") { $0.work = .signingOut },
        account("account-sign-out-failed") { $0.failure = unreachable },
        account("account-deletion") { $0.deletion = PasswordField() },
        account("account-deletion-failed") { state in
            state.deletion = PasswordField()
            state.deletion?.requireText()
            state.failure = PresentedError(AuthError(code: .busy), reason: .other)
        },
    ]

    private static func profile(_ name: String, _ change: (inout ProfileViewModel.State) -> Void) -> Sample {
        Sample(name: name, flow: .profile, content: changed(ProfileViewModel.State(), change).content)
    }

    private static func checkScreenName(_ text: String) throws(ValidationError) {
        _ = try ScreenName(text)
    }

    private static func account(_ name: String, _ change: (inout AccountViewModel.State) -> Void) -> Sample {
        let loaded = changed(AccountViewModel.State()) { $0.account = .loaded(presented()) }
        return Sample(name: name, flow: .account, content: changed(loaded, change).content)
    }

    private static func presented(
        isEmailConfirmed: Bool = true, isOperator: Bool = false
    ) -> AccountViewModel.PresentedAccount {
        AccountViewModel.PresentedAccount(
            isEmailConfirmed: isEmailConfirmed, isOperator: isOperator,
            sessions: (1...3).map { number in
                AccountViewModel.PresentedSession(
                    id: SessionID(high: 1, low: number), createdAt: morning, lastUsedAt: morning,
                    isCurrent: number == 1)
            })
    }
}
