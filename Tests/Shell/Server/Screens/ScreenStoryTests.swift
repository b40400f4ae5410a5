import AuthDomain
import AuthPresentation
import DomainKit
import FeatureAPI
import FeatureCache
import FeatureHTTPClient
import FeatureTesting
import ItemsDomain
import ItemsPresentation
import ItemsRemote
import PresentationKit
import PresentationTesting
import ProfileDomain
import ProfilePresentation
import ProfileRemote
import ShellPresentation
import ShellServer
import Testing

/// Where the screens find accounts, items and profiles.
enum ScreenPlace: CaseIterable {
    case memory, eventSourced, remote, cachedRemote

    /// The configuration, beside a server or at it.
    func configuration(_ server: TestServer, _ transport: any HTTPTransport) -> Configuration {
        switch self {
        case .memory: .inMemory(hasher: TestPasswordHasher())
        case .eventSourced: .live(server.application, accounts: server.accounts)
        case .remote: .remote(over: transport)
        case .cachedRemote:
            .remote(over: transport) { signedIn, storages in
                let account = signedIn.session.account.description
                return Configuration.Storages(
                    items: CachedItems(
                        over: storages.items, in: InMemoryAnswerCache(),
                        options: .init(account: { account }, isUnreachable: { _ in false })
                    ).storage,
                    profiles: CachedProfiles(
                        over: storages.profiles, in: InMemoryAnswerCache(),
                        options: .init(account: { account }, isUnreachable: { _ in false })
                    ).storage)
            }
        }
    }
}

/// The screens tell the same story on every configuration.
@Suite(.timeLimit(.minutes(25))) struct ScreenStoryTests {
    @Test(arguments: ScreenPlace.allCases)
    func `a user registers, sets up a profile, works with items in two sessions, and leaves`(
        _ place: ScreenPlace
    ) async throws {
        try await TestServer.run(.init(port: 0, limits: .generous)) { server in
            let transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:\(server.port)"))
            do {
                try await ScreenStory(place.configuration(server, transport)).tell()
            } catch {
                try await transport.shutdown()
                throw error
            }
            try await transport.shutdown()
        }
    }
}

/// The story of a user, told by the screens.
@MainActor
private struct ScreenStory {
    private static let email = "ada@example.com"
    private static let password = "polished shells 7"

    private let here: ApplicationCoordinator
    private let elsewhere: ApplicationCoordinator

    init(_ configuration: Configuration) {
        here = ApplicationCoordinator(configuration)
        elsewhere = ApplicationCoordinator(configuration)
    }

    func tell() async throws {
        try await register()
        try await signIn(here)
        try await signIn(elsewhere)
        try await setUpProfile()
        let id = try await addItems()
        try await changeElsewhere(id)
        try await deleteAndRestore(id)
        try await leave()
    }

    private func register() async throws {
        here.open(.signIn(.register))
        guard case .signIn(let flow) = here.flow, case .registration(let screen) = flow.screen else {
            throw WrongScreen(at: here.route)
        }
        await screen.send(.typeEmail(Self.email))
        await screen.send(.typePassword(Self.password))
        await screen.send(.register)
        #expect(screen.state.isRegistered)
        await screen.send(.signIn)
    }

    private func signIn(_ application: ApplicationCoordinator) async throws {
        guard case .signIn(let flow) = application.flow, case .signIn(let screen) = flow.screen else {
            throw WrongScreen(at: application.route)
        }
        await screen.send(.typeEmail(Self.email))
        await screen.send(.typePassword(Self.password))
        await screen.send(.signIn)
        #expect(application.route == .home, "\(String(describing: screen.state.failure))")
    }

    private func setUpProfile() async throws {
        here.open(.profile(.profile))
        guard case .profile(let screen) = here.flow else { throw WrongScreen(at: here.route) }
        await screen.send(.appear)
        #expect(screen.state.needsIdentity)
        await screen.send(.typeScreenName("ada"))
        await screen.send(.typeBirthday("1990-12-10"))
        await screen.send(.save)
        #expect(screen.state.profile.value??.screenName == "ada")
        await screen.send(.disappear)
        #expect(here.route == .home)
    }

    private func addItems() async throws -> ItemID {
        let list = try list(here)
        await list.send(.appear)
        #expect(list.state.isEmpty)
        for name in ["Buy milk", "<script>alert(1)</script>"] {
            await list.send(.typeNew(name))
            await list.send(.add)
        }
        try await list.reaches { $0.items.value?.map(\.name) == ["Buy milk", "<script>alert(1)</script>"] }
        let others = try self.list(elsewhere)
        await others.send(.appear)
        try await others.reaches { $0.items.value?.count == 2 }
        let id = try #require(list.state.items.value?.first?.id)
        await list.send(.beginRenaming(id))
        await list.send(.typeName("Buy oat milk"))
        await list.send(.rename)
        try await others.reaches { $0.items.value?.first?.name == "Buy oat milk" }
        return id
    }

    private func changeElsewhere(_ id: ItemID) async throws {
        let (list, others) = (try list(here), try list(elsewhere))
        await others.send(.complete(id))
        #expect(others.state.failure == nil)
        try await list.reaches { $0.items.value?.first?.isCompleted == true }
    }

    private func deleteAndRestore(_ id: ItemID) async throws {
        let list = try list(here)
        await list.send(.delete(id))
        try await list.reaches { $0.items.value?.count == 1 }
        await list.send(.filter(.deleted))
        try await list.reaches { $0.items.value?.map(\.id) == [id] }
        await list.send(.open(id))
        guard case .items(let flow) = here.flow, case .item(let item) = flow.screen else {
            throw WrongScreen(at: here.route)
        }
        await item.send(.appear)
        await item.send(.restore)
        #expect(item.state.failure == nil)
        let words = ["Restored", "Deleted", "Completed", "Renamed to “Buy oat milk”", "Created as “Buy milk”"]
        try await item.reaches { $0.history.value?.map(\.text) == words }
        await item.send(.disappear)
        await item.send(.close)
        await list.send(.filter(.all))
        try await list.reaches { $0.items.value?.count == 2 }
        await list.send(.disappear)
        try await self.list(elsewhere).reaches { $0.items.value?.first?.isDeleted == false }
    }

    private func leave() async throws {
        await (try list(elsewhere)).send(.disappear)
        here.open(.account(.account))
        guard case .account(let screen) = here.flow else { throw WrongScreen(at: here.route) }
        await screen.send(.appear)
        #expect(screen.state.account.value?.sessions.count == 2)
        await screen.send(.signOutEverywhere)
        #expect(here.route == .signIn(.signIn))
    }

    private func list(_ application: ApplicationCoordinator) throws -> ItemsViewModel {
        guard case .items(let flow) = application.flow, case .list(let list) = flow.screen else {
            throw WrongScreen(at: application.route)
        }
        return list
    }
}
