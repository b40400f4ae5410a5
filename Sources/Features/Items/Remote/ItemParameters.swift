public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// The parameters of endpoints about one item.
public struct ItemParameters: APIParameters, Hashable {
    /// The item.
    public let id: ItemID

    /// The items among which it is.
    public let scope: ItemScope

    /// The parameters.
    public static var parameters: [APIParameter] {
        [APIParameter("id", in: .path, .string(format: "uuid"), "The item's id."), ItemScope.parameter]
    }

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - scope: The items among which it is.
    public init(_ id: ItemID, scope: ItemScope = .own) {
        self.id = id
        self.scope = scope
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        (id, scope) = try validated(
            { () throws(ValidationError) in try ItemID(parsing: values.text("id") ?? "") },
            { () throws(ValidationError) in try ItemScope(values) })
    }

    /// The texts by name.
    public var values: [String: String] {
        var values = ["id": id.description]
        values["scope"] = scope.text
        return values
    }
}

/// The parameters of endpoints about a page of items.
public struct ItemPageParameters: APIParameters, Hashable {
    /// The page.
    public let request: ItemPageRequest

    /// The items among which it is.
    public let scope: ItemScope

    /// The parameters.
    public static var parameters: [APIParameter] {
        [
            APIParameter("after", in: .query, .string(), "The value of next of the page before."),
            APIParameter("limit", in: .query, .integer, "The maximum number of items, 1 to 1,000; 100 by default."),
            APIParameter("deleted", in: .query, .boolean, "Whether to include deleted items; false by default."),
            ItemScope.parameter,
        ]
    }

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - request: The page.
    ///   - scope: The items among which it is.
    public init(_ request: ItemPageRequest = ItemPageRequest(), scope: ItemScope = .own) {
        self.request = request
        self.scope = scope
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        let (cursor, limit, includingDeleted, scope) = try validated(
            { () throws(ValidationError) -> PageCursor? in
                guard let text = values.text("after") else { return nil }
                return try CursorText.cursor(text, field: "after")
            },
            { () throws(ValidationError) in
                try PageLimit.validated(values.integer("limit", default: PageLimit.standard))
            },
            { () throws(ValidationError) in try values.flag("deleted") },
            { () throws(ValidationError) in try ItemScope(values) })
        self.scope = scope
        request = ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// The texts by name.
    public var values: [String: String] {
        var values: [String: String] = [:]
        if let cursor = request.cursor { values["after"] = CursorText.text(of: cursor) }
        if request.limit != PageLimit.standard { values["limit"] = "\(request.limit)" }
        if request.includingDeleted { values["deleted"] = "true" }
        values["scope"] = scope.text
        return values
    }
}
