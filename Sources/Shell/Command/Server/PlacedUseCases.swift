import DomainKit
import ItemsDomain
import ProfileDomain
import Shell

/// The use cases of items and profiles, of a store or of a server.
struct PlacedUseCases {
    /// The use cases of profiles.
    let profiles: ProfileUseCases

    /// The queries.
    let reads: ReadSide

    private let itemUseCases: @Sendable (ItemAccess) -> ItemUseCases
    private let application: Application?

    /// The use cases of a store.
    ///
    /// - Parameter application: The features on the store.
    init(of application: Application) {
        profiles = application.profiles
        reads = application.reads
        itemUseCases = { application.items(for: $0) }
        self.application = application
    }

    /// The use cases on storages of a server.
    ///
    /// - Parameters:
    ///   - items: The storage of items.
    ///   - profiles: The storage of profiles.
    init(items: ItemStorage, profiles: ProfileStorage) {
        self.profiles = ProfileUseCases(in: profiles, time: SystemTimeSource())
        reads = ReadSide(items: items.queries, profiles: self.profiles.reads)
        itemUseCases = { ItemUseCases(in: items, for: $0, ids: RandomIDGenerator()) }
        application = nil
    }

    /// The use cases of all items that the place shows.
    var items: ItemUseCases { items(for: .all) }

    /// The use cases of the items that an access allows.
    ///
    /// - Parameter access: The items: all, or those of one owner.
    /// - Returns: The use cases.
    func items(for access: ItemAccess) -> ItemUseCases { itemUseCases(access) }

    /// Runs a use case, and distinguishes a failed command from a recorded one that failed afterwards.
    ///
    /// - Parameters:
    ///   - repeatOption: The option that makes a repetition of the command idempotent, if it needs one.
    ///   - body: The use case.
    /// - Returns: The result of the use case.
    /// - Throws: At a store, errors of `Application.recording(repeatOption:_:)`; errors of the use case.
    func recording<Result>(repeatOption: String? = nil, _ body: () async throws -> Result) async throws -> Result {
        // A server's errors say themselves what is recorded.
        guard let application else { return try await body() }
        return try await application.recording(repeatOption: repeatOption, body)
    }
}
