import AuthDomain
import AuthPresentation
import DomainKit
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct SigningInTests {
    private let mocks = AuthMocks()

    @Test func `an account is registered, and the answer says nothing about the address`() async throws {
        let outcomes = Outcomes<RegistrationViewModel.Outcome>()
        let model = RegistrationViewModel(register: mocks.register, report: outcomes.report)
        await model.send(.typeEmail("ada"))
        #expect(!model.state.email.isValid)
        await model.send(.typePassword("short"))
        #expect(!model.state.password.isValid)
        await model.send(.register)
        #expect(mocks.registering.calls.isEmpty)
        await model.send(.typeEmail(AuthMocks.email))
        await model.send(.typePassword(AuthMocks.password))
        mocks.registering.gate.close()
        async let registered: Void = model.send(.register)
        try await mocks.registering.gate.waits()
        #expect(model.state.isRegistering)
        await model.send(.register)
        mocks.registering.gate.open()
        await registered
        #expect(model.state.isRegistered && model.state.password.text.isEmpty)
        #expect(mocks.registering.calls.count == 1)
        await model.send(.signIn)
        #expect(outcomes.all == [.signingIn])
    }

    @Test func `another account is registered after the first`() async throws {
        let model = RegistrationViewModel(register: mocks.register) { _ in }
        for email in [AuthMocks.email, "bob@example.com"] {
            await model.send(.typeEmail(email))
            await model.send(.typePassword(AuthMocks.password))
            #expect(!model.state.isRegistered)
            await model.send(.register)
            #expect(model.state.isRegistered)
        }
        #expect(mocks.registering.calls.map(\.email) == [AuthMocks.email, "bob@example.com"])
    }

    @Test func `an empty registration names both fields`() async throws {
        let model = RegistrationViewModel(register: mocks.register) { _ in }
        await model.send(.register)
        #expect(!model.state.email.isValid && !model.state.password.isValid)
    }

    @Test func `a password that is the address is refused, in whichever order they are typed`() async throws {
        let model = RegistrationViewModel(register: mocks.register) { _ in }
        await model.send(.typePassword(AuthMocks.email))
        #expect(model.state.password.isValid)
        await model.send(.typeEmail(AuthMocks.email))
        #expect(model.state.password.messages.count == 1)
    }

    @Test func `a registration that fails stays typed, and says why`() async throws {
        let model = RegistrationViewModel(register: mocks.register) { _ in }
        await model.send(.typeEmail(AuthMocks.email))
        await model.send(.typePassword(AuthMocks.password))
        mocks.registering.fail(with: AuthError(code: .networkUnreachable))
        await model.send(.register)
        #expect(model.state.failure?.reason == .unreachable && !model.state.isRegistered)
        #expect(model.state.password.text == AuthMocks.password)
        mocks.registering.fail(with: ValidationError(ValidationFailure(field: "email", value: "", message: "is odd")))
        await model.send(.register)
        #expect(model.state.email.messages == ["is odd"] && model.state.failure == nil)
    }

    @Test func `what is typed while a form is sent stays typed`() async throws {
        _ = try await mocks.session()
        let resetting = MockUseCase<PasswordReset, Void> { _ in }
        let registration = RegistrationViewModel(register: mocks.register) { _ in }
        let signIn = SignInViewModel(signIn: mocks.signIn) { _ in }
        let reset = PasswordResetViewModel(token: Token.random().text, resetPassword: resetting) { _ in }
        let gates = [mocks.registering.gate, mocks.signingIn.gate, resetting.gate]
        for gate in gates { gate.close() }
        await registration.send(.typeEmail("bob@example.com"))
        await registration.send(.typePassword(AuthMocks.password))
        await signIn.send(.typeEmail(AuthMocks.email))
        await signIn.send(.typePassword(AuthMocks.password))
        await reset.send(.typePassword(AuthMocks.password))
        async let registered: Void = registration.send(.register)
        async let signedIn: Void = signIn.send(.signIn)
        async let isReset: Void = reset.send(.reset)
        for gate in gates { try await gate.waits() }
        await registration.send(.typePassword("polished shells 8"))
        await signIn.send(.typePassword("polished shells 8"))
        await reset.send(.typePassword("polished shells 8"))
        for gate in gates { gate.open() }
        _ = await (registered, signedIn, isReset)
        #expect(registration.state.isRegistered && reset.state.isReset && signIn.state.failure == nil)
        let typed = [registration.state.password, signIn.state.password, reset.state.password]
        #expect(typed.map(\.text) == Array(repeating: "polished shells 8", count: 3))
    }

    @Test func `signing in leads on with the session, and forgets the password`() async throws {
        _ = try await mocks.session()
        let outcomes = Outcomes<SignInViewModel.Outcome>()
        let model = SignInViewModel(signIn: mocks.signIn, report: outcomes.report)
        await model.send(.signIn)
        #expect(!model.state.email.isValid && !model.state.password.isValid)
        await model.send(.typeEmail(AuthMocks.email))
        await model.send(.typePassword("wrong"))
        await model.send(.signIn)
        #expect(model.state.failure?.message.contains("do not belong together") == true)
        await model.send(.typePassword(AuthMocks.password))
        await model.send(.signIn)
        #expect(model.state.failure == nil && model.state.password.text.isEmpty)
        guard case .signedIn(let signedIn) = outcomes.all.first else {
            Issue.record("the flow has no session")
            return
        }
        #expect(try await mocks.others.authenticate(signedIn.token).session == signedIn.session)
    }

    @Test func `signing in once at a time, and what fails stays typed`() async throws {
        let model = SignInViewModel(signIn: mocks.signIn) { _ in }
        await model.send(.typeEmail(AuthMocks.email))
        await model.send(.typePassword(AuthMocks.password))
        mocks.signingIn.fail(with: AuthError(code: .busy))
        mocks.signingIn.gate.close()
        async let signedIn: Void = model.send(.signIn)
        try await mocks.signingIn.gate.waits()
        #expect(model.state.isSigningIn)
        await model.send(.signIn)
        mocks.signingIn.gate.open()
        await signedIn
        #expect(mocks.signingIn.calls.count == 1 && model.state.password.text == AuthMocks.password)
        #expect(model.state.failure != nil)
    }

    @Test func `registering and a forgotten password are other places`() async throws {
        let outcomes = Outcomes<SignInViewModel.Outcome>()
        let model = SignInViewModel(signIn: mocks.signIn, report: outcomes.report)
        await model.send(.register)
        await model.send(.forgotPassword)
        guard case .registering = outcomes.all[0], case .forgotPassword = outcomes.all[1] else {
            Issue.record("\(outcomes.all)")
            return
        }
    }

    @Test func `a link is asked for once for an address, known or not`() async throws {
        let outcomes = Outcomes<MailRequestViewModel.Outcome>()
        let model = MailRequestViewModel(requestReset: mocks.requestPasswordReset, report: outcomes.report)
        await model.send(.request)
        #expect(!model.state.email.isValid && mocks.requesting.calls.isEmpty)
        await model.send(.typeEmail("none@example.com"))
        mocks.requesting.fail(with: AuthError(code: .networkUnreachable))
        await model.send(.request)
        #expect(model.state.failure?.reason == .unreachable && !model.state.isRequested)
        mocks.requesting.fail(with: nil)
        await model.send(.request)
        #expect(model.state.isRequested && model.state.failure == nil)
        await model.send(.request)
        #expect(mocks.requesting.calls.count == 2)
        await model.send(.typeEmail(AuthMocks.email))
        #expect(!model.state.isRequested)
        await model.send(.signIn)
        #expect(outcomes.all == [.signingIn])
    }

    @Test func `a link that is none is refused at once, and another one can be asked for`() async throws {
        let outcomes = Outcomes<PasswordResetViewModel.Outcome>()
        let model = PasswordResetViewModel(token: "x", resetPassword: mocks.resetPassword, report: outcomes.report)
        #expect(model.state.failure?.message.contains("the link") == true)
        await model.send(.typePassword(AuthMocks.password))
        await model.send(.reset)
        #expect(mocks.resetting.calls.isEmpty)
        await model.send(.requestAnother)
        #expect(outcomes.all == [.requesting])
    }

    @Test func `a password is reset with the token of the link, or says why not`() async throws {
        let outcomes = Outcomes<PasswordResetViewModel.Outcome>()
        let resetting = MockUseCase<PasswordReset, Void> { _ in }
        let token = Token.random()
        let model = PasswordResetViewModel(token: token.text, resetPassword: resetting, report: outcomes.report)
        await model.send(.typePassword("short"))
        await model.send(.reset)
        #expect(!model.state.password.isValid && resetting.calls.isEmpty)
        await model.send(.typePassword(AuthMocks.password))
        resetting.fail(with: AuthError(code: .linkInvalid))
        await model.send(.reset)
        #expect(model.state.failure != nil && !model.state.isReset)
        let failure = ValidationFailure(field: "password", value: "", message: "is the address")
        resetting.fail(with: ValidationError(failure))
        await model.send(.reset)
        #expect(model.state.password.messages == ["is the address"])
        resetting.fail(with: nil)
        await model.send(.reset)
        #expect(model.state.isReset && model.state.password.text.isEmpty)
        #expect(resetting.calls.last?.token.text == token.text)
        await model.send(.reset)
        #expect(resetting.calls.count == 3)
        resetting.fail(with: AuthError(code: .linkInvalid))
        await model.send(.typePassword("polished shells 9"))
        await model.send(.reset)
        #expect(!model.state.isReset && model.state.failure != nil)
        await model.send(.signIn)
        #expect(outcomes.all == [.signingIn])
    }

    @Test func `an address is confirmed with the token of the link, or says why not`() async throws {
        let outcomes = Outcomes<ConfirmationViewModel.Outcome>()
        let refused = ConfirmationViewModel(token: "x", confirmEmail: mocks.confirmEmail, report: outcomes.report)
        await refused.send(.confirm)
        #expect(refused.state.failure != nil && !refused.state.isConfirmed && mocks.confirming.calls.isEmpty)
        let confirming = MockUseCase<Token, Void> { _ in }
        let model = ConfirmationViewModel(
            token: Token.random().text, confirmEmail: confirming, report: outcomes.report)
        await model.send(.confirm)
        await model.send(.confirm)
        #expect(model.state.isConfirmed && confirming.calls.count == 1)
        await model.send(.signIn)
        #expect(outcomes.all == [.signingIn])
    }

    @Test func `a typed password is printed nowhere`() async throws {
        let model = SignInViewModel(signIn: mocks.signIn) { _ in }
        await model.send(.typePassword(AuthMocks.password))
        var dumped = "\(model.state) \(String(reflecting: model.state))"
        dump(model.state, to: &dumped)
        #expect(!dumped.contains("polished"))
    }
}
