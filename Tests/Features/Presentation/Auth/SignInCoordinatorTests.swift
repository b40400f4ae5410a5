import AuthDomain
import AuthPresentation
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct SignInCoordinatorTests {
    private let mocks = AuthMocks()

    @Test func `registering, a forgotten password and links lead back to signing in`() async throws {
        let flow = SignInCoordinator(mocks, at: .signIn) { _ in }
        guard case .signIn(let signIn) = flow.screen else { throw WrongScreen(at: flow.route) }
        await signIn.send(.register)
        #expect(flow.route == .register)
        guard case .registration(let registration) = flow.screen else { throw WrongScreen(at: flow.route) }
        await registration.send(.typeEmail("ada"))
        guard case .registration(let same) = flow.screen else { throw WrongScreen(at: flow.route) }
        #expect(same === registration)
        await registration.send(.signIn)
        guard case .signIn(let next) = flow.screen else { throw WrongScreen(at: flow.route) }
        await next.send(.forgotPassword)
        guard case .forgottenPassword(let forgotten) = flow.screen else { throw WrongScreen(at: flow.route) }
        await forgotten.send(.signIn)
        #expect(flow.route == .signIn)
        flow.open(.resetPassword(token: "x"))
        guard case .passwordReset(let reset) = flow.screen else { throw WrongScreen(at: flow.route) }
        await reset.send(.requestAnother)
        #expect(flow.route == .forgottenPassword)
        flow.open(.confirm(token: "x"))
        guard case .confirmation(let confirmation) = flow.screen else { throw WrongScreen(at: flow.route) }
        await confirmation.send(.signIn)
        #expect(flow.route == .signIn)
    }

    @Test func `signing in leaves the flow with the session`() async throws {
        _ = try await mocks.session()
        var sessions: [SignedIn] = []
        let flow = SignInCoordinator(mocks, at: .signIn) { sessions.append($0) }
        guard case .signIn(let signIn) = flow.screen else { throw WrongScreen(at: flow.route) }
        await signIn.send(.typeEmail(AuthMocks.email))
        await signIn.send(.typePassword(AuthMocks.password))
        await signIn.send(.signIn)
        #expect(sessions.count == 1)
    }
}
