public import AuthDomain
import DomainKit
public import NacreTesting

/// The subject of the accounts' behaviours: an empty repository and its secrets.
public struct AuthStores: Sendable {
    /// The repository.
    public let repository: any AccountRepository

    /// The secrets.
    public let secrets: any SecretStore

    /// The clock.
    public let time: ManualTimeSource

    /// The hasher, which counts its work.
    public let hasher: TestPasswordHasher

    /// The mails sent.
    public let box = MailBox()

    /// What the use cases work with.
    public let environment: AuthEnvironment

    /// The use cases.
    public private(set) var auth: AuthUseCases

    /// Delivers mails into the box.
    public let deliver: any MailDelivering

    /// Creates the subject.
    ///
    /// - Parameters:
    ///   - repository: The repository, empty.
    ///   - secrets: The secrets, empty.
    ///   - time: The repository's clock.
    ///   - inner: The hasher that does the work; `nil` for a fast and insecure one.
    public init(
        repository: any AccountRepository, secrets: any SecretStore, time: ManualTimeSource,
        hasher inner: (any PasswordHashing)? = nil
    ) {
        self.repository = repository
        self.secrets = secrets
        self.time = time
        hasher = TestPasswordHasher(counting: inner)
        environment = AuthEnvironment(
            storage: AuthStorage(repository: repository, secrets: secrets, hasher: hasher), time: time)
        auth = AuthUseCases(in: environment)
        deliver = DeliverMail(in: environment, sender: box, texts: MailBox.texts)
    }
}

extension AuthStores {
    /// The same subject, behind other use cases on the same ``environment``, such as those of a client.
    ///
    /// - Parameter auth: The use cases.
    /// - Returns: The subject.
    public func behind(_ auth: AuthUseCases) -> AuthStores {
        var copy = self
        copy.auth = auth
        return copy
    }

    /// A password that meets the rules.
    public static let password = "quiet-oyster-42"

    /// The account that has an address.
    func account(_ email: String) async throws -> AccountID? {
        try await repository.holder(of: claim(email))
    }

    /// The claim of an address.
    func claim(_ email: String) async throws -> EmailClaim {
        try await secrets.claim(of: EmailAddress(email))
    }

    /// Registers an account, and returns its id.
    @discardableResult
    public func register(
        _ email: String = "ada@example.com", password: String = AuthStores.password
    ) async throws -> AccountID {
        try await auth.register(NewAccount(email: email, password: Password(password)))
        guard let account = try await account(email) else { throw AuthError(code: .notFound) }
        return account
    }

    /// Signs in, and returns the token of the session.
    public func signIn(
        _ email: String = "ada@example.com", password: String = AuthStores.password
    ) async throws -> Token {
        try await auth.signIn(email: email, password: Password(password)).token
    }

    /// Delivers a mail to an account, and returns the token of its link.
    func link(_ kind: MailKind, to account: AccountID) async throws -> Token {
        let outcome = try await deliver(MailRequest(id: "1", kind, to: account, requestedAt: time.now()))
        guard outcome == .sent, let token = box.lastToken else { throw AuthError(code: .linkInvalid) }
        return token
    }

    /// Requests a password reset, and returns the token of the link.
    func resetLink(_ email: String = "ada@example.com") async throws -> Token {
        try await auth.requestPasswordReset(email)
        guard let account = try await account(email),
            let reset = try await repository.load(account).state.active?.reset
        else { throw AuthError(code: .notFound) }
        return try await link(.reset(reset), to: account)
    }
}
