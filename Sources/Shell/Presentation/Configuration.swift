public import AuthDomain
public import DomainKit
public import ItemsDomain
public import ProfileDomain

/// What the screens of the application work with: the use cases of accounts, and those of a session.
public struct Configuration: Sendable {
    // PRES-06: Screens run unchanged on every configuration.

    /// The use cases of a session's user.
    public struct SessionUseCases: Sendable {
        /// Those of the user's items.
        public let items: ItemUseCases

        /// Those of profiles.
        public let profiles: ProfileUseCases

        /// Creates the value.
        ///
        /// - Parameters:
        ///   - items: Those of the user's items.
        ///   - profiles: Those of profiles.
        public init(items: ItemUseCases, profiles: ProfileUseCases) {
            self.items = items
            self.profiles = profiles
        }
    }

    /// The use cases of accounts.
    public let accounts: AuthUseCases

    /// The generator of new items' ids.
    public let ids: any IDGenerator

    /// The clock.
    public let time: any TimeSource

    private let session: @Sendable (SignedIn) -> SessionUseCases

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - accounts: The use cases of accounts.
    ///   - ids: The generator of new items' ids.
    ///   - time: The clock.
    ///   - session: Creates the use cases of a session's user.
    public init(
        accounts: AuthUseCases, ids: any IDGenerator = RandomIDGenerator(), time: any TimeSource = SystemTimeSource(),
        session: @escaping @Sendable (SignedIn) -> SessionUseCases
    ) {
        self.accounts = accounts
        self.ids = ids
        self.time = time
        self.session = session
    }

    /// The use cases of a session's user.
    ///
    /// - Parameter signedIn: The session.
    /// - Returns: The use cases.
    public func useCases(in signedIn: SignedIn) -> SessionUseCases { session(signedIn) }
}
