public import AuthDomain
import AuthPresentation
import DomainKit
import FeatureTesting
import NacreTesting
public import PresentationTesting

extension MockUseCase: AccountRegistering where Input == NewAccount, Output == Void {}
extension MockUseCase: EmailConfirming where Input == Token, Output == Void {}
extension MockUseCase: SigningIn where Input == Credentials, Output == SignedIn {}
extension MockUseCase: PasswordResetRequesting where Input == String, Output == Void {}
extension MockUseCase: PasswordResetting where Input == PasswordReset, Output == Void {}
extension MockUseCase: Authenticating where Input == Token, Output == AuthenticatedAccount {}
extension MockUseCase: SessionsFetching where Input == Token, Output == AccountSessions {}
extension MockUseCase: SigningOut where Input == SignOutRequest, Output == Void {}
extension MockUseCase: PasswordChanging where Input == PasswordChange, Output == Void {}
extension MockUseCase: AccountDeleting where Input == AccountDeletion, Output == AccountID {}

/// The use cases of the accounts' screens, over accounts in memory, which wait and fail when a test says so.
struct AuthMocks: SignInScreenUseCases, AccountScreenUseCases {
    static let email = "ada@example.com"
    static let password = "polished shells 7"

    /// The same accounts, without mocks.
    let others: AuthUseCases

    let registering: MockUseCase<NewAccount, Void>
    let confirming: MockUseCase<Token, Void>
    let signingIn: MockUseCase<Credentials, SignedIn>
    let requesting: MockUseCase<String, Void>
    let resetting: MockUseCase<PasswordReset, Void>
    let authenticating: MockUseCase<Token, AuthenticatedAccount>
    let fetching: MockUseCase<Token, AccountSessions>
    let signingOut: MockUseCase<SignOutRequest, Void>
    let changing: MockUseCase<PasswordChange, Void>
    let deleting: MockUseCase<AccountDeletion, AccountID>

    init() {
        let auth = AuthUseCases(
            in: AuthEnvironment(storage: .inMemory(hasher: TestPasswordHasher()), time: ManualTimeSource()))
        others = auth
        registering = MockUseCase { try await auth.register($0) }
        confirming = MockUseCase { try await auth.confirmEmail($0) }
        signingIn = MockUseCase { try await auth.signIn($0) }
        requesting = MockUseCase { try await auth.requestPasswordReset($0) }
        resetting = MockUseCase { try await auth.resetPassword($0) }
        authenticating = MockUseCase { try await auth.authenticate($0) }
        fetching = MockUseCase { try await auth.fetchSessions($0) }
        signingOut = MockUseCase { try await auth.signOut($0) }
        changing = MockUseCase { try await auth.changePassword($0) }
        deleting = MockUseCase { try await auth.delete($0) }
    }

    var register: any AccountRegistering { registering }
    var confirmEmail: any EmailConfirming { confirming }
    var signIn: any SigningIn { signingIn }
    var requestConfirmation: any ConfirmationRequesting { others.requestConfirmation }
    var requestPasswordReset: any PasswordResetRequesting { requesting }
    var resetPassword: any PasswordResetting { resetting }
    var authenticate: any Authenticating { authenticating }
    var fetchSessions: any SessionsFetching { fetching }
    var signOut: any SigningOut { signingOut }
    var changePassword: any PasswordChanging { changing }
    var delete: any AccountDeleting { deleting }

    /// Registers the account, and signs in.
    func session() async throws -> SignedIn {
        try await others.register(NewAccount(email: Self.email, password: Password(Self.password)))
        return try await another()
    }

    /// Signs in once more.
    func another() async throws -> SignedIn {
        try await others.signIn(email: Self.email, password: Password(Self.password))
    }
}
