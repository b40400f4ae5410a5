import DomainKit

// The listings in comments of `Sources/DomainKit/Validation`.

struct ProfileInput: Sendable {
    let user: String
    let screenName: String

    struct UserID {
        let text: String

        init(_ text: String) throws(ValidationError) {
            try Rule.notEmpty.validate(text, field: "user")
            self.text = text
        }
    }

    struct ScreenName {
        let text: String

        init(_ text: String) throws(ValidationError) {
            let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)
            try rule.validate(text, field: "name")
            self.text = text
        }
    }

    static func validate(_ input: ProfileInput) throws(ValidationError) -> (UserID, ScreenName) {
        let (user, name) = try validated(
            { () throws(ValidationError) in try UserID(input.user) },
            { () throws(ValidationError) in try ScreenName(input.screenName) })
        return (user, name)
    }
}
