import DomainKit
public import Nacre
import ProfileDomain

/// Keeps the read model of profiles: a row a profile, in the order in which they were set up.
///
/// Only streams that are `profile-` and what can be a user's id are profiles'; others of the category are passed over,
/// and so are the types of profiles in streams of another category.
public struct ProfilesProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "profiles"

    private let codec = ProfileEventCodec()

    // Held here, as they are used for every event: for each use of what is static, both threads of a rebuild count references
    // at the same place in memory.
    private let profiles = ProfilesTables.profiles
    private let byUser = ProfilesTables.byUser

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Raised whenever the rows change their meaning.
    public var schemaVersion: Int { 2 }

    /// Every event of a profile's stream: those of foreign types count for its version.
    public var query: Query { .categories(ProfileEvent.category) }

    /// The profiles, found by their user too.
    public var tables: [TableDefinition] { [profiles.definition] }

    /// A row is of the stream whose first event made it.
    public var isByStream: Bool { true }

    /// What the codec of the events says.
    public func presentSchema(of type: EventType) -> Int? { codec.presentSchema(of: type) }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` where the data of a profile's event cannot be read; what the tables throw.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let id = UserID(event.stream) else { return }
        let happened = try codec.decode(event)
        let (time, version) = (event.time, event.version)
        let isThere = try profiles.update(with: id.text, by: byUser, in: model) { details in
            if let happened {
                details.evolve(happened, at: time, version: version)
            } else {
                details.passOver(version: version)
            }
        }
        guard !isThere, let happened else { return }
        var details: ProfileDetails?
        ProfileDetails.evolve(&details, happened, of: id, at: time, version: version)
        if let details { try profiles.insert(details, at: event.position, in: model) }
    }

    /// A row in words, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        switch table {
        case ProfilesTables.profiles.number:
            ProfilesTables.profiles.describe(key: key, value: value) { position, profile in
                """
                profile of user \(quoted(profile.id.text)), screen name \(quoted(profile.screenName)), birthday \
                \(quoted(profile.birthday)), set up at position \(position) on \(profile.createdAt), updated on \
                \(profile.updatedAt), version \(profile.version)
                """
            }
        case ProfilesTables.byUser.number:
            ProfilesTables.byUser.describe(key: key, value: value) { user, position in
                "the profile of user \(quoted(user)) was set up at position \(position)"
            }
        default:
            "a row of \(value.count) bytes in table \(table), which profiles do not have"
        }
    }
}

extension ProfileDetails {
    /// Takes an event into the details of a profile that was set up.
    fileprivate mutating func evolve(_ event: ProfileEvent, at time: Instant, version: StreamVersion) {
        var details: ProfileDetails? = self
        Self.evolve(&details, event, of: id, at: time, version: version)
        if let details { self = details }
    }
}
