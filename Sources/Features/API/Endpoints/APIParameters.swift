public import DomainKit

/// A parameter of an endpoint, in its path or its query.
public struct APIParameter: Sendable, Hashable {
    /// Where a parameter is.
    public enum Place: String, Sendable, Hashable {
        /// In the path; always required.
        case path

        /// In the query; always optional.
        case query
    }

    /// The name.
    public let name: String

    /// Where it is.
    public let place: Place

    /// The values that it takes.
    public let schema: Schema

    /// What it means, in one sentence.
    public let summary: String

    /// Creates a parameter.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - place: Where it is.
    ///   - schema: The values that it takes.
    ///   - summary: What it means, in one sentence.
    public init(_ name: String, in place: Place, _ schema: Schema, _ summary: String) {
        self.name = name
        self.place = place
        self.schema = schema
        self.summary = summary
    }
}

/// The typed parameters of an endpoint.
public protocol APIParameters: Sendable {
    /// The parameters.
    static var parameters: [APIParameter] { get }

    /// Parses the parameters of a request.
    ///
    /// - Parameter values: The texts by name. All are of declared parameters, and all path parameters are there.
    /// - Throws: `ValidationError` with every invalid parameter.
    init(_ values: APIParameterValues) throws(ValidationError)

    /// The texts by name, without parameters that have their default.
    var values: [String: String] { get }
}

/// The texts of a request's parameters.
public struct APIParameterValues: Sendable {
    private let values: [String: String]

    /// Creates values.
    ///
    /// - Parameter values: The texts by name.
    public init(_ values: [String: String]) {
        self.values = values
    }

    /// The text of a parameter; `nil` if it is absent.
    public func text(_ name: String) -> String? { values[name] }

    /// Parses an integer.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - standard: The value if it is absent.
    /// - Returns: The integer.
    /// - Throws: `ValidationError` if the text is not an integer.
    public func integer(_ name: String, default standard: Int) throws(ValidationError) -> Int {
        guard let text = values[name] else { return standard }
        guard let number = Int(text) else {
            throw ValidationError(
                ValidationFailure(field: name, value: text, message: "is not an integer: give decimal digits"))
        }
        return number
    }

    /// Parses `true` or `false`.
    ///
    /// - Parameter name: The parameter.
    /// - Returns: The value; `false` if it is absent.
    /// - Throws: `ValidationError` for another text.
    public func flag(_ name: String) throws(ValidationError) -> Bool {
        switch values[name] {
        case nil, "false": return false
        case "true": return true
        case .some(let text):
            throw ValidationError(
                ValidationFailure(field: name, value: text, message: "is not a flag: give true or false"))
        }
    }
}

/// The parameters of an endpoint that has none.
public struct NoParameters: APIParameters, Hashable {
    /// No parameters.
    public static var parameters: [APIParameter] { [] }

    /// Creates the value.
    public init() {}

    /// Creates the value.
    public init(_ values: APIParameterValues) {}

    /// No values.
    public var values: [String: String] { [:] }
}
