public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// The items that a request is about.
public enum ItemScope: Sendable, Hashable {
    /// Those of the session's account.
    case own

    /// All items, of any owner and of none: for operators.
    case all

    /// Those of one owner: for operators, and for that owner.
    case owner(ItemOwner)

    static var parameter: APIParameter {
        APIParameter(
            "scope", in: .query, .string(),
            "The items: own (the default); for operators, all, or the id of an owner.")
    }

    /// Parses the parameter.
    init(_ values: APIParameterValues) throws(ValidationError) {
        switch values.text("scope") {
        case nil, "own": self = .own
        case "all": self = .all
        case .some(let text): self = .owner(try ItemOwner(parsing: text, field: "scope"))
        }
    }

    /// The text of the parameter; `nil` for the default.
    var text: String? {
        switch self {
        case .own: nil
        case .all: "all"
        case .owner(let owner): owner.description
        }
    }
}

/// The parameters of endpoints about the items of a scope.
public struct ItemScopeParameters: APIParameters, Hashable {
    /// The items.
    public let scope: ItemScope

    /// The parameters.
    public static var parameters: [APIParameter] { [ItemScope.parameter] }

    /// Creates the parameters.
    ///
    /// - Parameter scope: The items.
    public init(_ scope: ItemScope = .own) {
        self.scope = scope
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        scope = try ItemScope(values)
    }

    /// The texts by name.
    public var values: [String: String] { scope.text.map { ["scope": $0] } ?? [:] }
}
