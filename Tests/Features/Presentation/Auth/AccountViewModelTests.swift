import AuthDomain
import AuthPresentation
import DomainKit
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct AccountViewModelTests {
    private let mocks = AuthMocks()
    private let outcomes = Outcomes<AccountViewModel.Outcome>()

    private func shown() async throws -> AccountViewModel {
        let session = try await mocks.session()
        _ = try await mocks.another()
        let model = AccountViewModel(token: session.token, mocks, report: outcomes.report)
        await model.send(.appear)
        return model
    }

    @Test func `an account is shown with its sessions, the present one marked`() async throws {
        let model = try await shown()
        let account = try #require(model.state.account.value)
        #expect(!account.isEmailConfirmed && !account.isOperator)
        #expect(account.sessions.map(\.isCurrent).filter { $0 }.count == 1 && account.sessions.count == 2)
    }

    @Test func `an account that cannot be loaded is loaded by another attempt`() async throws {
        mocks.fetching.fail(with: AuthError(code: .networkUnreachable))
        let model = try await shown()
        #expect(model.state.account.error?.reason == .unreachable)
        mocks.fetching.fail(with: nil)
        await model.send(.retry)
        #expect(model.state.account.value != nil)
        mocks.fetching.fail(with: AuthError(code: .networkUnreachable))
        await model.send(.retry)
        #expect(model.state.staleness?.reason == .unreachable && model.state.account.value != nil)
        mocks.fetching.fail(with: nil)
        await model.send(.retry)
        #expect(model.state.staleness == nil && model.state.failure == nil)
        mocks.authenticating.fail(with: AuthError(code: .sessionExpired))
        await model.send(.retry)
        #expect(outcomes.all == [.sessionExpired] && model.state.account.value != nil)
    }

    @Test func `the password is changed, and the other sessions end`() async throws {
        let model = try await shown()
        await model.send(.changePassword)
        #expect(!model.state.currentPassword.isValid && !model.state.newPassword.isValid)
        await model.send(.typeCurrentPassword("wrong"))
        await model.send(.typeNewPassword("polished shells 8"))
        await model.send(.changePassword)
        #expect(model.state.failure?.message.hasPrefix("this is not your password") == true)
        #expect(model.state.newPassword.text == "polished shells 8")
        await model.send(.typeCurrentPassword(AuthMocks.password))
        mocks.changing.gate.close()
        async let changed: Void = model.send(.changePassword)
        try await mocks.changing.gate.waits()
        #expect(model.state.work == .changingPassword)
        await model.send(.signOut)
        #expect(mocks.signingOut.calls.isEmpty)
        mocks.changing.gate.open()
        await changed
        #expect(model.state.isPasswordChanged && model.state.failure == nil && model.state.work == nil)
        #expect(model.state.newPassword == PasswordField())
        #expect(model.state.account.value?.sessions.count == 1)
        await model.send(.typeNewPassword("x"))
        #expect(!model.state.isPasswordChanged && !model.state.newPassword.isValid)
    }

    @Test func `what is typed while the password is changed stays typed`() async throws {
        let model = try await shown()
        await model.send(.typeCurrentPassword(AuthMocks.password))
        await model.send(.typeNewPassword("polished shells 8"))
        mocks.changing.gate.close()
        async let changed: Void = model.send(.changePassword)
        try await mocks.changing.gate.waits()
        await model.send(.typeNewPassword("polished shells 9"))
        mocks.changing.gate.open()
        await changed
        _ = try await mocks.others.signIn(email: AuthMocks.email, password: Password("polished shells 8"))
        #expect(model.state.isPasswordChanged && model.state.newPassword.text == "polished shells 9")
        #expect(model.state.currentPassword == PasswordField())
    }

    @Test func `a new password that only the use case refuses is shown at its field`() async throws {
        let model = try await shown()
        await model.send(.typeCurrentPassword(AuthMocks.password))
        await model.send(.typeNewPassword(AuthMocks.email))
        await model.send(.changePassword)
        #expect(model.state.newPassword.messages.count == 1 && model.state.failure == nil)
    }

    @Test func `this session, or all of them, are ended`() async throws {
        let model = try await shown()
        mocks.signingOut.fail(with: AuthError(code: .networkUnreachable))
        await model.send(.signOut)
        #expect(outcomes.all.isEmpty && model.state.failure?.reason == .unreachable)
        mocks.signingOut.fail(with: nil)
        await model.send(.signOutEverywhere)
        #expect(mocks.signingOut.calls.map(\.scope) == [.thisSession, .allSessions])
        #expect(outcomes.all == [.signedOut])
        await model.send(.retry)
        #expect(outcomes.all == [.signedOut, .sessionExpired])
    }

    @Test func `a new screen changes the password, deletes the account, and signs out`() async throws {
        let session = try await mocks.session()
        let model = AccountViewModel(token: session.token, mocks, report: outcomes.report)
        await model.send(.typeCurrentPassword(AuthMocks.password))
        await model.send(.typeNewPassword("polished shells 8"))
        await model.send(.changePassword)
        #expect(model.state.isPasswordChanged)
        let another = AccountViewModel(token: session.token, mocks, report: outcomes.report)
        await another.send(.typeDeletionPassword("polished shells 8"))
        await another.send(.delete)
        #expect(outcomes.all == [.deleted])
        await AccountViewModel(token: try await mocks.session().token, mocks, report: outcomes.report).send(.signOut)
        #expect(outcomes.all == [.deleted, .signedOut])
    }

    @Test func `the account is deleted with the password, after it was asked for`() async throws {
        let model = try await shown()
        await model.send(.delete)
        #expect(mocks.deleting.calls.isEmpty && model.state.deletion?.messages.count == 1)
        await model.send(.cancelDeletion)
        await model.send(.beginDeletion)
        await model.send(.delete)
        #expect(model.state.deletion?.isValid == false)
        await model.send(.cancelDeletion)
        #expect(model.state.deletion == nil)
        await model.send(.beginDeletion)
        await model.send(.typeDeletionPassword("wrong"))
        await model.send(.delete)
        #expect(model.state.failure != nil && model.state.deletion != nil && outcomes.all.isEmpty)
        await model.send(.typeDeletionPassword(AuthMocks.password))
        await model.send(.delete)
        #expect(outcomes.all == [.deleted] && model.state.deletion == nil)
    }
}
