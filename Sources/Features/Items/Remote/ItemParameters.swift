public import DomainKit
public import FeatureAPI
public import ItemsDomain

/// The parameters of endpoints about one item.
public struct ItemParameters: APIParameters, Hashable {
    /// The item.
    public let id: ItemID

    /// The parameters.
    public static var parameters: [APIParameter] {
        [APIParameter("id", in: .path, .string(format: "uuid"), "The item's id.")]
    }

    /// Creates the parameters.
    ///
    /// - Parameter id: The item.
    public init(_ id: ItemID) {
        self.id = id
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        id = try ItemID(parsing: values.text("id") ?? "")
    }

    /// The texts by name.
    public var values: [String: String] { ["id": id.description] }
}

/// The parameters of endpoints about a page of items.
public struct ItemPageParameters: APIParameters, Hashable {
    /// The page.
    public let request: ItemPageRequest

    /// The parameters.
    public static var parameters: [APIParameter] {
        [
            APIParameter("after", in: .query, .string(), "The value of next of the page before."),
            APIParameter("limit", in: .query, .integer, "The maximum number of items, 1 to 1,000; 100 by default."),
            APIParameter("deleted", in: .query, .boolean, "Whether to include deleted items; false by default."),
        ]
    }

    /// Creates the parameters.
    ///
    /// - Parameter request: The page.
    public init(_ request: ItemPageRequest = ItemPageRequest()) {
        self.request = request
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        let (cursor, limit, includingDeleted) = try validated(
            { () throws(ValidationError) -> PageCursor? in
                guard let text = values.text("after") else { return nil }
                return try CursorText.cursor(text, field: "after")
            },
            { () throws(ValidationError) in
                try PageLimit.validated(values.integer("limit", default: PageLimit.standard))
            },
            { () throws(ValidationError) in try values.flag("deleted") })
        request = ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted)
    }

    /// The texts by name.
    public var values: [String: String] {
        var values: [String: String] = [:]
        if let cursor = request.cursor { values["after"] = CursorText.text(of: cursor) }
        if request.limit != PageLimit.standard { values["limit"] = "\(request.limit)" }
        if request.includingDeleted { values["deleted"] = "true" }
        return values
    }
}
