import Nacre
import ProfileDomain

/// The tables of the read model of profiles; `Docs/FileFormat.md` describes the bytes.
enum ProfilesTables {
    /// The profiles in order of set-up, keyed by the position of the event that set them up.
    static let profiles = Table<Position, ProfileRow>(0, encode: ProfileRow.encode, decode: ProfileRow.decode)
        .indexed(by: byUser)

    /// The index by user id.
    static let byUser = TableIndex<Position, ProfileRow, String>(1, isUnique: true, of: { $0.details.id.text })
}
