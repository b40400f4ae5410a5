import DomainKit
import Nacre
import ProfileDomain

/// A profile's event as it is in the log: its fields may be sealed.
struct LoggedProfileEvent {
    /// The event; its fields are the sealed ones if `person` is not `nil`.
    let event: ProfileEvent

    /// The person under whose key the fields are sealed; `nil` if they are in clear.
    let person: PersonID?

    init(_ event: ProfileEvent, sealedBy person: PersonID? = nil) {
        self.event = event
        self.person = person
    }

    /// The event with its fields in clear; `erased` if the person's key was erased.
    func opened(with sealing: (any PersonalDataSealing)?) throws -> ProfileEvent {
        guard let person else { return event }
        let key = try sealing.keyForOpening(of: person)
        switch event {
        case .identityCompleted(let screenName, let birthday):
            guard let openName = try key?.open(screenName, for: .screenName),
                let openBirthday = try key?.open(birthday, for: .birthday)
            else { return .erased }
            return .identityCompleted(screenName: openName, birthday: openBirthday)
        case .screenNameChanged(let new, let old):
            guard let openName = try key?.open(new, for: .screenName) else { return .erased }
            return .screenNameChanged(to: openName, replacing: try old.flatMap { try key?.open($0, for: .screenName) })
        case .birthdayCorrected(let birthday):
            guard let openBirthday = try key?.open(birthday, for: .birthday) else { return .erased }
            return .birthdayCorrected(to: openBirthday)
        case .erased:
            return .erased
        }
    }
}

/// A field of a profile, to which its sealed form is bound.
enum ProfileField: String {
    case screenName = "profile.screenName"
    case birthday = "profile.birthday"
}

extension PersonalDataKey {
    /// Seals a field of a profile.
    func seal(_ text: String, for field: ProfileField) -> String { seal(text, for: field.rawValue) }

    /// Opens a sealed field of a profile; `nil` if the key that sealed it was erased.
    func open(_ sealed: String, for field: ProfileField) throws -> String? { try open(sealed, for: field.rawValue) }
}

extension UserID {
    /// The user as a person with an account; `nil` unless the user's id is a UUID in lower case.
    var person: PersonID? {
        guard let id = EventID(text), id.description == text else { return nil }
        return PersonID(high: id.high, low: id.low)
    }
}
