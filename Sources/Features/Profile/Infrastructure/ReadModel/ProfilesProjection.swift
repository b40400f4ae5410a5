import DomainKit
public import Nacre
import ProfileDomain

/// The projection of profiles: one row for each profile, in order of set-up.
///
/// Only streams named `profile-` followed by a valid user id are profiles. Other streams of the category are ignored,
/// as are profiles' event types in streams of another category.
public struct ProfilesProjection: Projection {
    /// The name of the projection and of its read model.
    public static let name = "profiles"

    // Fields stay sealed: only queries open them. See FEAT-42.
    private let codec = ProfileEventCodec()

    // Copies of static values: both threads of a rebuild would contend for the statics' reference counts at every
    // event.
    private let profiles = ProfilesTables.profiles
    private let byUser = ProfilesTables.byUser

    /// Creates the projection.
    public init() {}

    /// The name of the projection and of its read model.
    public var name: String { Self.name }

    /// Increased whenever the meaning of rows changes.
    public var schemaVersion: Int { 3 }

    /// All events of the category, because those of foreign types count towards the version.
    public var query: Query { .categories(ProfileEvent.category) }

    /// The profiles, indexed by user.
    public var tables: [TableDefinition] { [profiles.definition] }

    /// An event changes only the row of its own stream.
    public var isPartitionedByStream: Bool { true }

    /// The schema version according to the events' codec.
    public func currentSchema(of type: EventType) -> Int? { codec.currentSchema(of: type) }

    /// Applies an event to the read model.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The tables.
    /// - Throws: `EventDecodingError` if the data of a profile's event cannot be decoded; errors of the tables.
    public func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard let id = UserID(event.stream) else { return }
        let happened = try codec.logged(event)
        let (time, version) = (event.time, event.version)
        let exists = try profiles.update(with: id.text, by: byUser, in: model) { row in
            row.evolve(happened, at: time, version: version)
        }
        guard !exists, let happened, let row = ProfileRow(happened, of: id, at: time, version: version) else { return }
        try profiles.insert(row, at: event.position, in: model)
    }

    /// A row as text, for reports of differences.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        switch table {
        case ProfilesTables.profiles.number:
            ProfilesTables.profiles.describe(key: key, value: value) { position, row in
                let profile = row.details
                let isSealed = row.sealedFields
                let screenName = isSealed.contains(.screenName) ? "sealed" : quoted(profile.screenName)
                let birthday = isSealed.contains(.birthday) ? "sealed" : quoted(profile.birthday)
                return """
                    profile of user \(quoted(profile.id.text)), screen name \(screenName), birthday \(birthday), set up at position \(position) on \(profile.createdAt), updated on \
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

    /// A row of a profile, found by its user; its fields are as they are in the log.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - value: The value of the row.
    ///   - table: The table.
    /// - Returns: The details; `nil` for another table.
    /// - Throws: `EventStoreError` if the row cannot be decoded.
    public func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? {
        guard table == ProfilesTables.profiles.number else { return nil }
        let details = try ProfileRow.decode(value).details
        return DecodedRow(name: details.id.text, row: details)
    }
}
