import DomainKit
import Nacre
import ProfileDomain

/// The row of a profile in the read model; `Docs/FileFormat.md` describes the bytes.
enum ProfileRow {
    /// Encodes a row.
    static func encode(_ details: ProfileDetails) -> [UInt8] {
        var row = RowWriter()
        row.text(details.id.text)
        row.instant(details.createdAt)
        row.instant(details.updatedAt)
        row.number(details.version)
        row.text(details.screenName)
        row.text(details.birthday)
        return row.bytes
    }

    /// Decodes a row.
    static func decode(_ bytes: [UInt8]) throws(EventStoreError) -> ProfileDetails {
        var row = RowReader(bytes.span)
        let text = try row.text()
        let id: UserID
        do {
            id = try UserID(text)
        } catch {
            throw .damagedReadModel("a row has an invalid user id: \(error)")
        }
        let createdAt = try row.instant()
        let updatedAt = try row.instant()
        let version = try row.number()
        let screenName = try row.text()
        let birthday = try row.text()
        try row.end()
        return ProfileDetails(
            id: id, screenName: screenName, birthday: birthday, createdAt: createdAt, updatedAt: updatedAt,
            version: version)
    }
}
