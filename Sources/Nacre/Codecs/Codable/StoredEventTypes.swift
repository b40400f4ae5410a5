/// The stored types of the cases of a `Codable` event enum, where they differ from the default.
///
/// By default, a case is stored under the category followed by its own name, both capitalised, with schema 1:
/// `opened` of the category `account` is an `AccountOpened`. List a case to keep its stored form when it is renamed
/// in Swift, or when its schema has changed:
///
/// ```swift
/// static let storedTypes: StoredEventTypes = [
///     "opened": "AccountCreated",
///     "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) },
/// ]
/// ```
///
/// A key that names no case, or a type that two cases share, is an error: the first use of the codec throws an
/// ``EventDeclarationError``. Rename fields as in any Swift enum, with a coding-key enum for the case:
/// `enum DepositedCodingKeys: String, CodingKey { case amount = "cents" }`.
public struct StoredEventTypes: Sendable, ExpressibleByDictionaryLiteral {
    /// The listed cases by name.
    let cases: [(name: String, type: StoredEventType)]

    /// The upcasters of types that are no longer written.
    let upcasters: [Upcaster]

    /// Lists cases by name.
    ///
    /// - Parameter elements: The names of cases with their stored types.
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
    ///   - cases: The names of cases with their stored types.
    ///   - upcasters: An upcaster from each schema of each type that is no longer written, to a later schema or to a
    ///     type that is written.
    public init(_ cases: KeyValuePairs<String, StoredEventType> = [:], upcasting upcasters: [Upcaster]) {
        self.cases = cases.map { (name: $0.key, type: $0.value) }
        self.upcasters = upcasters
    }
}

/// The stored type of one case of a `Codable` event enum.
public struct StoredEventType: Sendable, ExpressibleByStringLiteral {
    /// The type; `nil` for the default, from the category and the name of the case.
    let name: EventType?

    /// The former names of the type.
    let formerNames: [EventType]

    /// The rewrites from each schema to the next, starting from schema 1.
    let steps: [Upcaster.Rewrite]

    /// Declares the stored type of a case.
    ///
    /// - Parameters:
    ///   - name: The type; by default, it is derived from the category and the name of the case.
    ///   - formerNames: Types under which the same events were stored before, with the same schemas.
    ///   - steps: For a type that is no longer of schema 1, the rewrites from each schema to the next, starting from
    ///     schema 1. The type's schema is the one after the last rewrite.
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

    /// Declares the default type of a case with changed schemas.
    ///
    /// - Parameter steps: The rewrites from each schema to the next, starting from schema 1.
    /// - Returns: The type, with the schema after the last rewrite.
    public static func upcasting(_ steps: Upcaster.Rewrite...) -> StoredEventType {
        StoredEventType(upcasting: steps)
    }
}
