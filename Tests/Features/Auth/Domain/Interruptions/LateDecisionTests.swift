import AuthDomain
import DomainKit
import FeatureTesting
import NacreTesting
import Testing

/// What a use case finds changed when it goes on after a long pause.
@Suite
struct LateDecisionTests {
    private let interruption = Interruption()
    private let paused: AuthStores
    private let other: AuthStores
    private let email = "ada@example.com"
    private let new = "another-oyster-42"

    init() {
        let repository = InterruptedRepository(interruption: interruption)
        let secrets = InterruptedSecretStore(interruption: interruption)
        let time = ManualTimeSource()
        paused = AuthStores(repository: repository, secrets: secrets, time: time)
        other = AuthStores(repository: repository.inner, secrets: secrets.inner, time: time)
    }

    /// Settles after a pause in which prepared passwords have become old.
    private func settle(after pause: Duration) async throws {
        other.time.advance(by: pause)
        _ = try await other.auth.settleSecrets()
    }

    @Test(arguments: 0..<20)
    func `a registration that settling has overtaken can sign in`(calls: Int) async throws {
        let pause = other.environment.policy.abandonment
        interruption.pause(after: calls) { try await settle(after: pause) }
        try await paused.auth.register(NewAccount(email: email, password: Password(AuthStores.password)))
        interruption.restart()
        _ = try await other.signIn(email)
        #expect(try await other.secrets.accounts(after: nil, limit: 9).count == 1)
    }

    @Test(arguments: 0..<30)
    func `a change of the password that settling has overtaken can sign in`(calls: Int) async throws {
        try await other.register(email)
        let token = try await other.signIn(email)
        let pause = other.environment.policy.preparation
        interruption.pause(after: calls) { try await settle(after: pause) }
        try await paused.auth.changePassword(
            PasswordChange(token: token, current: Password(AuthStores.password), new: Password(new)))
        interruption.restart()
        _ = try await other.signIn(email, password: new)
        let account = try #require(try await other.secrets.accounts(after: nil, limit: 9).first)
        #expect(try await other.secrets.credentials(of: account).count == 1)
    }

    @Test(arguments: 0..<20)
    func `settling that a decision has overtaken keeps the password that is now in force`(calls: Int) async throws {
        let account = try await other.register(email)
        let active = try #require(try await other.repository.load(account).state.active)
        let prepared = PreparedPassword(
            try await other.hasher.hash(Password(new)), as: CredentialID(high: 1, low: 2), of: account,
            preparedAt: other.time.now())
        try await other.secrets.prepare(prepared)
        other.time.advance(by: other.environment.policy.preparation)
        interruption.pause(after: calls) {
            _ = try await other.repository.execute(
                .changePassword(from: active.credential, to: prepared.credential), on: account,
                retrying: ConflictRetry())
            // The use case looks after its decision.
            guard try await other.secrets.passwordHash(prepared.credential, of: account) == nil else { return }
            try await other.secrets.prepare(prepared)
        }
        _ = try await paused.auth.settleSecrets()
        let isOvertaken = interruption.restart()
        let isChanged = try await other.repository.load(account).state.active?.credential == prepared.credential
        #expect(isChanged == isOvertaken)
        guard isChanged else { return }
        #expect(try await other.secrets.passwordHash(prepared.credential, of: account) != nil)
    }

    @Test(arguments: 0..<3)
    func `the use of a session does not undo a change of the password within it`(calls: Int) async throws {
        try await other.register(email)
        let token = try await other.signIn(email)
        other.time.advance(by: other.environment.policy.sessionTouchInterval)
        interruption.pause(after: calls) { [other, new] in
            try await other.auth.changePassword(
                PasswordChange(token: token, current: Password(AuthStores.password), new: Password(new)))
        }
        do {
            _ = try await paused.auth.authenticate(token)
        } catch let error as AuthError where error.code == .sessionExpired {
            // The session was read before the change, and the account after it.
        }
        interruption.restart()
        _ = try await other.auth.authenticate(token)
    }

    @Test(arguments: 0..<3, SignOutRequest.Scope.allCases)
    func `the use of a session does not bring it back after signing out`(
        calls: Int, scope: SignOutRequest.Scope
    ) async throws {
        let account = try await other.register(email)
        let token = try await other.signIn(email)
        other.time.advance(by: other.environment.policy.sessionTouchInterval)
        interruption.pause(after: calls) { [other] in try await other.auth.signOut(token, scope: scope) }
        _ = try? await paused.auth.authenticate(token)
        interruption.restart()
        #expect(try await other.secrets.sessions(of: account).isEmpty)
    }

    @Test
    func `what is refused as busy has written nothing`() async throws {
        try await other.register(email)
        let token = try await other.signIn(email)
        try await other.auth.requestPasswordReset(email)
        other.time.advance(by: other.environment.policy.sessionTouchInterval)
        paused.hasher.setBusy(true)
        let (old, new) = (Password(AuthStores.password), Password(new))
        let calls: [@Sendable (AuthUseCases) async throws -> Void] = [
            { try await $0.register(NewAccount(email: "eve@example.com", password: old)) },
            { _ = try await $0.signIn(email: "ada@example.com", password: old) },
            { _ = try await $0.signIn(email: "eve@example.com", password: old) },
            { try await $0.changePassword(PasswordChange(token: token, current: old, new: new)) },
            { _ = try await $0.delete(AccountDeletion(token: token, password: old)) },
        ]
        for call in calls {
            let error = await #expect(throws: AuthError.self) { try await call(paused.auth) }
            #expect(error?.code == .busy)
        }
        #expect(interruption.writes == 0)
    }
}
