public import AuthDomain
import AuthRemote
public import DomainKit
public import FeatureAPI
public import ItemsDomain
import ItemsRemote
public import ProfileDomain
import ProfileRemote
public import Shell

extension Configuration {
    /// The application on its store.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - accounts: Its accounts.
    ///   - interval: The shortest time between two runs of a screen's live queries, however fast changes come.
    ///   - time: The clock.
    /// - Returns: The configuration.
    public static func live(
        _ application: Application, accounts: AuthFeature, observedEvery interval: Duration = .zero,
        time: any TimeSource = SystemTimeSource()
    ) -> Configuration {
        Configuration(accounts: accounts.useCases, time: time) { signedIn in
            SessionUseCases(
                items: application.items(for: .owner(signedIn.session.owner), observedEvery: interval),
                profiles: application.profiles(observedEvery: interval))
        }
    }

    /// The application at a server.
    ///
    /// - Parameters:
    ///   - transport: Carries requests to the server.
    ///   - options: How the client waits and repeats.
    ///   - time: The clock.
    ///   - storages: Puts something before the storages of a session, such as a cache; by default nothing.
    /// - Returns: The configuration.
    public static func remote(
        over transport: any HTTPTransport, options: APIClient.Options = APIClient.Options(),
        time: any TimeSource = SystemTimeSource(),
        storages: @escaping @Sendable (SignedIn, Storages) -> Storages = { $1 }
    ) -> Configuration {
        Configuration(accounts: .remote(over: transport, options: options, time: time), time: time) { signedIn in
            let client = APIClient(
                over: transport, session: FixedSession(SessionToken(signedIn.token.text)), options: options)
            let storages = storages(signedIn, Storages(items: .remote(client), profiles: .remote(client)))
            // The server limits both to the user of the session.
            return SessionUseCases(
                items: ItemUseCases(in: storages.items, for: .all, ids: RandomIDGenerator()),
                profiles: ProfileUseCases(in: storages.profiles, time: time))
        }
    }

    /// The application in memory, for tests and experiments.
    ///
    /// - Parameters:
    ///   - hasher: Hashes passwords.
    ///   - time: The clock.
    /// - Returns: The configuration, without accounts.
    public static func inMemory(
        hasher: any PasswordHashing, time: any TimeSource = SystemTimeSource()
    ) -> Configuration {
        let storages = Storages(items: .inMemory(time: time), profiles: .inMemory(time: time))
        let environment = AuthEnvironment(storage: .inMemory(hasher: hasher), time: time)
        return Configuration(accounts: AuthUseCases(in: environment), time: time) { signedIn in
            SessionUseCases(
                items: ItemUseCases(
                    in: storages.items, for: .owner(signedIn.session.owner), ids: RandomIDGenerator()),
                profiles: ProfileUseCases(in: storages.profiles, time: time))
        }
    }

    /// The storages of a session at a server.
    public struct Storages: Sendable {
        /// The items.
        public var items: ItemStorage

        /// The profiles.
        public var profiles: ProfileStorage

        /// Creates the value.
        ///
        /// - Parameters:
        ///   - items: The items.
        ///   - profiles: The profiles.
        public init(items: ItemStorage, profiles: ProfileStorage) {
            self.items = items
            self.profiles = profiles
        }
    }
}

extension Session {
    /// The owner of the account's items.
    var owner: ItemOwner { ItemOwner(high: account.high, low: account.low) }
}
