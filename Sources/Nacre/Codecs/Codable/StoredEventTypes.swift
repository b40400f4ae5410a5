/// How the cases of a `Codable` enum of events are stored, where that is not what their names say.
///
/// A case that is not listed is stored under the category and its own name, each beginning with a capital, with schema 1:
/// `opened` of the category `account` is an `AccountOpened`. What is listed keeps its stored form when the case gets
/// another name in Swift, or has a schema that has changed:
///
/// ```swift
/// extension AccountEvent {
///     static let storedTypes: StoredEventTypes = [
///         "opened": "AccountCreated",
///         "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) },
///     ]
/// }
/// ```
///
/// A key that names no case and a type that two cases share are mistakes that the first use of the codec reports, with an
/// ``EventDeclarationError``. Fields are renamed by Swift's own means, an enum of keys for the case:
/// `enum DepositedCodingKeys: String, CodingKey { case amount = "cents" }`.
public struct StoredEventTypes: Sendable, ExpressibleByDictionaryLiteral {
    /// The cases by name, as they are listed.
    let cases: [(name: String, type: StoredEventType)]

    /// What makes present events of types that are no longer written.
    let upcasters: [Upcaster]

    /// Lists cases by name.
    ///
    /// - Parameter elements: The names of cases, and how each is stored.
    public init(dictionaryLiteral elements: (String, StoredEventType)...) {
        cases = elements.map { (name: $0, type: $1) }
        upcasters = []
    }

    /// Lists cases by name, and types that are no longer written.
    ///
    /// ```swift
    /// static let storedTypes = StoredEventTypes(
    ///     upcasting: [Upcaster("AccountCredited", from: 1, becoming: "AccountDeposited")])
    /// ```
    ///
    /// - Parameters:
    ///   - cases: The names of cases, and how each is stored.
    ///   - upcasters: A step from each schema of each type that is no longer written to a later one, or to a type that
    ///     is written.
    public init(_ cases: KeyValuePairs<String, StoredEventType> = [:], upcasting upcasters: [Upcaster]) {
        self.cases = cases.map { (name: $0.key, type: $0.value) }
        self.upcasters = upcasters
    }
}

/// How one case of a `Codable` enum of events is stored.
public struct StoredEventType: Sendable, ExpressibleByStringLiteral {
    /// The type; `nil` where it is what the names of the category and the case say.
    let name: EventType?

    /// The names that the type had before.
    let formerNames: [EventType]

    /// What makes the fields of each schema of those of the one before, from schema 1 on.
    let steps: [Upcaster.Rewrite]

    /// Says how a case is stored.
    ///
    /// - Parameters:
    ///   - name: The type; where it is left out, what the names of the category and the case say.
    ///   - formerNames: Types under which the same events were stored before, with the same schemas.
    ///   - steps: For a type that is no longer of schema 1, what makes the fields of each schema of those of the one
    ///     before: the first from schema 1. The type is of the schema behind the last step.
    public init(
        _ name: EventType? = nil, formerly formerNames: [EventType] = [], upcasting steps: [Upcaster.Rewrite] = []
    ) {
        self.name = name
        self.formerNames = formerNames
        self.steps = steps
    }

    /// Names the type.
    public init(stringLiteral value: String) {
        self.init(EventType(value))
    }

    /// Declares a type whose schema has changed, under the name that the case gives it.
    ///
    /// - Parameter steps: What makes the fields of each schema of those of the one before: the first from schema 1.
    /// - Returns: The type, of the schema behind the last step.
    public static func upcasting(_ steps: Upcaster.Rewrite...) -> StoredEventType {
        StoredEventType(upcasting: steps)
    }
}
