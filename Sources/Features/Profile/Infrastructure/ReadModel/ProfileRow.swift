import DomainKit
import Nacre
import ProfileDomain

/// The row of a profile in the read model; `Docs/FileFormat.md` describes the bytes.
struct ProfileRow: Equatable {
    // FEAT-42: Rows and snapshots hold sealed fields as they are in the events.

    /// The details, with fields as they are in the log: in clear, or sealed by the key of the user's account.
    private(set) var details: ProfileDetails

    /// Which fields are sealed.
    private(set) var sealedFields: SealedFields

    /// The fields of a row that are sealed.
    struct SealedFields: OptionSet {
        let rawValue: UInt8

        static let screenName = SealedFields(rawValue: 1 << 0)
        static let birthday = SealedFields(rawValue: 1 << 1)
    }

    /// Creates a row from the event that sets the profile up; `nil` from another event.
    init?(_ logged: LoggedProfileEvent, of id: UserID, at time: Instant, version: StreamVersion) {
        var details: ProfileDetails?
        ProfileDetails.evolve(&details, logged.event, of: id, at: time, version: version)
        guard let details else { return nil }
        self.init(details: details, sealedFields: logged.person == nil ? [] : [.screenName, .birthday])
    }

    private init(details: ProfileDetails, sealedFields: SealedFields) {
        self.details = details
        self.sealedFields = sealedFields
    }

    /// Applies an event of the profile; `nil` for one of a foreign type.
    mutating func evolve(_ logged: LoggedProfileEvent?, at time: Instant, version: StreamVersion) {
        guard let logged else { return details.skipEvent(version: version) }
        var changed: ProfileDetails? = details
        ProfileDetails.evolve(&changed, logged.event, of: details.id, at: time, version: version)
        if let changed { details = changed }
        switch logged.event {
        case .screenNameChanged: mark(.screenName, as: logged.person != nil)
        case .birthdayCorrected: mark(.birthday, as: logged.person != nil)
        case .identityCompleted, .erased: break
        }
    }

    private mutating func mark(_ field: SealedFields, as isSealed: Bool) {
        if isSealed { sealedFields.insert(field) } else { sealedFields.remove(field) }
    }

    /// The details with their fields in clear; `nil` if the profile was erased together with the user's account.
    func opened(with sealing: (any PersonalDataSealing)?) throws -> ProfileDetails? {
        guard !sealedFields.isEmpty, let person = details.id.person else { return details }
        guard let key = try sealing.keyForOpening(of: person) else { return nil }
        func open(_ text: String, _ field: ProfileField, if isSealed: Bool) throws -> String? {
            isSealed ? try key.open(text, for: field) : text
        }
        guard
            let screenName = try open(details.screenName, .screenName, if: sealedFields.contains(.screenName)),
            let birthday = try open(details.birthday, .birthday, if: sealedFields.contains(.birthday))
        else { return nil }
        return ProfileDetails(
            id: details.id, screenName: screenName, birthday: birthday, createdAt: details.createdAt,
            updatedAt: details.updatedAt, version: details.version)
    }
}

extension ProfileRow {
    /// Encodes a row.
    static func encode(_ profile: ProfileRow) -> [UInt8] {
        let details = profile.details
        var row = RowWriter()
        row.text(details.id.text)
        row.instant(details.createdAt)
        row.instant(details.updatedAt)
        row.number(details.version)
        row.byte(profile.sealedFields.rawValue)
        row.text(details.screenName)
        row.text(details.birthday)
        return row.bytes
    }

    /// Decodes a row.
    static func decode(_ bytes: [UInt8]) throws(EventStoreError) -> ProfileRow {
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
        let sealedFields = SealedFields(rawValue: try row.byte())
        let screenName = try row.text()
        let birthday = try row.text()
        try row.end()
        guard sealedFields.isEmpty || id.person != nil else {
            throw .damagedReadModel("a row has sealed fields, and its user has no account")
        }
        let details = ProfileDetails(
            id: id, screenName: screenName, birthday: birthday, createdAt: createdAt, updatedAt: updatedAt,
            version: version)
        return ProfileRow(details: details, sealedFields: sealedFields)
    }
}
