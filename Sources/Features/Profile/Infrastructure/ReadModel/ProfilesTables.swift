import Nacre
import ProfileDomain

/// The tables of the read model of profiles; `Docs/FileFormat.md` describes the bytes.
enum ProfilesTables {
    /// The profiles, in the order in which they were set up: under the position of the event that did so.
    static let profiles = Table<Position, ProfileDetails>(0, encode: ProfileRow.encode, decode: ProfileRow.decode)
        .indexed(by: byUser)

    /// The profiles by their users' ids.
    static let byUser = TableIndex<Position, ProfileDetails, String>(1, isUnique: true, of: { $0.id.text })
}
