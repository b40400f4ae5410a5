import AuthDomain
import AuthPresentation
import FeatureTesting
import ItemsDomain
import ItemsPresentation
import PresentationKit
import PresentationTesting
import ProfileDomain
import ProfilePresentation
import ShellPresentation
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ApplicationCoordinatorTests {
    private func preview() async throws -> Preview {
        try await Configuration.preview(hasher: TestPasswordHasher())
    }

    @Test func `a place that needs a session leads to signing in, and from there to the place`() async throws {
        let application = ApplicationCoordinator(
            try await preview().configuration, at: .items(.list(filter: .open, search: "milk")))
        #expect(application.route == .signIn(.signIn))
        await application.signIn(Preview.password)
        #expect(application.route == .items(.list(filter: .open, search: "milk")))
        #expect(application.session != nil)
    }

    @Test func `signing in leads home where no place was wanted, and with a session it is not needed`() async throws {
        let preview = try await preview()
        let application = ApplicationCoordinator(preview.configuration, at: .signIn(.signIn))
        await application.signIn(Preview.password)
        #expect(application.route == .home)
        let another = ApplicationCoordinator(preview.configuration, session: preview.session, at: .account(.account))
        #expect(another.route == .account(.account))
    }

    @Test func `the places before a session are shown without one, and keep the place to return to`() async throws {
        let application = ApplicationCoordinator(try await preview().configuration, at: .profile(.profile))
        application.open(.signIn(.register))
        #expect(application.route == .signIn(.register))
        application.open(.signIn(.signIn))
        await application.signIn("wrong")
        #expect(application.route == .signIn(.signIn) && application.session == nil)
        await application.signIn(Preview.password)
        #expect(application.route == .profile(.profile))
    }

    @Test func `URLs open places, and those of no place open none`() async throws {
        let preview = try await preview()
        let application = ApplicationCoordinator(preview.configuration, session: preview.session)
        #expect(application.open(url: "/items?filter=deleted"))
        #expect(application.route.url == "/items?filter=deleted")
        for text in ["/nowhere", "//example.com/items", "items", "/items/7", ""] {
            #expect(!application.open(url: text), "\(text)")
        }
        #expect(application.route.url == "/items?filter=deleted")
    }

    @Test func `a session that ends elsewhere leads to signing in, and back to where the user was`() async throws {
        let preview = try await preview()
        let application = ApplicationCoordinator(
            preview.configuration, session: preview.session, at: .account(.account))
        guard case .account(let account) = application.flow else { throw WrongScreen(at: application.route) }
        await account.send(.appear)
        #expect(account.state.account.value != nil)
        try await preview.configuration.accounts.signOut(preview.session.token)
        await account.send(.retry)
        #expect(application.route == .signIn(.signIn) && application.session == nil)
        await application.signIn(Preview.password)
        #expect(application.route == .account(.account))
    }

    @Test func `signing out leads to signing in, and from there home`() async throws {
        let preview = try await preview()
        let application = ApplicationCoordinator(
            preview.configuration, session: preview.session, at: .account(.account))
        guard case .account(let account) = application.flow else { throw WrongScreen(at: application.route) }
        await account.send(.signOut)
        #expect(application.route == .signIn(.signIn))
        await application.signIn(Preview.password)
        #expect(application.route == .home)
        // What the screen of the ended session reports counts no more.
        await account.send(.retry)
        #expect(application.route == .home)
    }

    @Test func `the list stays as it was while another flow is shown`() async throws {
        let preview = try await preview()
        let application = ApplicationCoordinator(preview.configuration, session: preview.session)
        guard case .items(let items) = application.flow, case .list(let list) = items.screen else {
            throw WrongScreen(at: application.route)
        }
        await list.send(.appear)
        #expect(list.state.items.value?.count == 4)
        await list.send(.typeNew("half typed"))
        application.open(.profile(.profile))
        guard case .profile(let profile) = application.flow else { throw WrongScreen(at: application.route) }
        await profile.send(.appear)
        #expect(profile.state.profile.value??.screenName == "ada")
        application.open(.items(.list()))
        guard case .items(let again) = application.flow, case .list(let same) = again.screen else {
            throw WrongScreen(at: application.route)
        }
        #expect(same === list && same.state.newItem.text == "half typed")
    }
}

extension ApplicationCoordinator {
    /// Signs in as the sample account.
    fileprivate func signIn(_ password: String) async {
        guard case .signIn(let flow) = flow, case .signIn(let screen) = flow.screen else {
            Issue.record("\(route) is not signing in")
            return
        }
        await screen.send(.typeEmail(Preview.email))
        await screen.send(.typePassword(password))
        await screen.send(.signIn)
    }
}
