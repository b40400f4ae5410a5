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

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Raised whenever the rows change their meaning.
    public var schemaVersion: Int { 2 }

    /// Every event of a profile's stream: those of foreign types count for its version.
    public var query: Query { .categories(ProfileEvent.category) }

    /// A row is of the stream whose first event made it.
    public var isByStream: Bool { true }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` where the data of a profile's event cannot be read; what the tables throw.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let id = UserID(event.stream) else { return }
        let happened = try codec.decode(event)
        let found = try ProfilesTables.profiles.firstRow(with: id.text, by: ProfilesTables.byUser, in: model)
        guard let (key, old) = found else {
            var details: ProfileDetails?
            if let happened {
                ProfileDetails.evolve(&details, happened, of: id, at: event.time, version: event.version)
            }
            if let details { try ProfilesTables.profiles.replace(nil, by: details, at: event.position, in: model) }
            return
        }
        var details = old
        if let happened {
            details.evolve(happened, at: event.time, version: event.version)
        } else {
            details.passOver(version: event.version)
        }
        try ProfilesTables.profiles.replace(old, by: details, at: key, in: model)
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
