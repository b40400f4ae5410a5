/// Why personal data was not written or not read.
public struct PersonalDataError: Error, Sendable, Hashable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// The person has no key: the account was deleted, or never existed.
        public static let erased = Code(description: "erased")

        /// The data is sealed, and the program has no access to the keys.
        public static let unavailable = Code(description: "unavailable")
    }

    /// The error code.
    public let code: Code

    /// The person.
    public let person: PersonID

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - person: The person.
    public init(_ code: Code, of person: PersonID) {
        self.code = code
        self.person = person
    }
}

extension PersonalDataError: DescribedError {
    /// The person, what is wrong, and the remedy.
    public var message: String {
        switch code {
        case .erased: "account \(person) was deleted or never existed, so no data of it is written: register it first"
        case .unavailable:
            "data of account \(person) is sealed, and the keys are not open: use a program that opens the store's "
                + "secrets"
        default: "personal data of account \(person): \(code)"
        }
    }

    /// The message.
    public var description: String { message }
}
