public import DomainKit
public import FeatureAPI
public import ProfileDomain

/// Several changes of a profile as JSON, which take effect together.
public struct ProfileChangesMessage: APIMessage, Hashable {
    /// A change as JSON.
    public struct Change: APIMessage, Hashable {
        /// `complete`, `changeScreenName` or `correctBirthday`.
        public let type: String

        /// For `complete` and `changeScreenName`, the screen name, not validated yet.
        public let screenName: String?

        /// For `complete` and `correctBirthday`, the day of birth, `YYYY-MM-DD`, not validated yet.
        public let birthday: String?

        /// The form of a change.
        public static var schema: Schema? {
            .object(
                name: "ProfileChange",
                [
                    .init("type", .string()), .init("screenName", .string(), isRequired: false),
                    .init("birthday", .string(format: "date"), isRequired: false),
                ])
        }
    }

    /// The changes, in order, 1 to 100.
    public let changes: [Change]

    /// The form of changes.
    public static var schema: Schema? {
        guard let change = Change.schema else { return nil }
        return .object(name: "ProfileChanges", [.init("changes", .array(change))])
    }

    /// Creates the message of events.
    ///
    /// - Parameter events: The events that the changes are to lead to.
    public init(_ events: [ProfileEvent]) {
        changes = events.map { event in
            switch event {
            case .identityCompleted(let name, let birthday):
                Change(type: "complete", screenName: name, birthday: birthday)
            case .screenNameChanged(let name, _): Change(type: "changeScreenName", screenName: name, birthday: nil)
            case .birthdayCorrected(let birthday):
                Change(type: "correctBirthday", screenName: nil, birthday: birthday)
            // No command leads to it, so the server refuses it.
            case .erased: Change(type: "erased", screenName: nil, birthday: nil)
            }
        }
    }

    /// Creates the message of commands.
    ///
    /// - Parameter commands: The commands.
    public init(_ commands: [ProfileCommand]) {
        changes = commands.map { command in
            switch command {
            case .completeIdentity(let name, let birthday):
                Change(type: "complete", screenName: name.text, birthday: birthday.description)
            case .changeScreenName(let name):
                Change(type: "changeScreenName", screenName: name.text, birthday: nil)
            case .correctBirthday(let birthday):
                Change(type: "correctBirthday", screenName: nil, birthday: birthday.description)
            }
        }
    }

    /// The commands.
    ///
    /// - Parameter today: The current day, in UTC.
    /// - Returns: A command for each change.
    /// - Throws: `ValidationError` with the failures of all changes.
    public func commands(today: CalendarDay) throws(ValidationError) -> [ProfileCommand] {
        try changes.validatedEach(field: "changes", count: 1...100) { change throws(ValidationError) in
            try change.command(today: today)
        }
    }
}

extension ProfileChangesMessage.Change {
    fileprivate func command(today: CalendarDay) throws(ValidationError) -> ProfileCommand {
        switch (type, screenName, birthday) {
        case ("complete", let name?, let birthday?):
            let (name, day) = try validated(
                { () throws(ValidationError) in try ScreenName(name) },
                { () throws(ValidationError) in try Birthday(birthday, today: today) })
            return .completeIdentity(screenName: name, birthday: day)
        case ("changeScreenName", let name?, nil): return .changeScreenName(to: try ScreenName(name))
        case ("correctBirthday", nil, let birthday?):
            return .correctBirthday(to: try Birthday(birthday, today: today))
        default:
            throw ValidationError(
                ValidationFailure(
                    field: "type", value: "",
                    message: "does not go with these fields: give complete with screenName and birthday, "
                        + "changeScreenName with screenName, or correctBirthday with birthday"))
        }
    }
}
