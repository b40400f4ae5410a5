public import DomainKit
public import FeatureAPI
public import ProfileDomain

/// The parameters of endpoints about one profile.
public struct ProfileParameters: APIParameters, Hashable {
    /// The user whose profile it is.
    public let user: UserID

    /// The parameters.
    public static var parameters: [APIParameter] {
        [APIParameter("id", in: .path, .string(), "The id of the user whose profile it is.")]
    }

    /// Creates the parameters.
    ///
    /// - Parameter user: The user whose profile it is.
    public init(_ user: UserID) {
        self.user = user
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        user = try UserID(values.text("id") ?? "")
    }

    /// The texts by name.
    public var values: [String: String] { ["id": user.text] }
}

/// The parameters of endpoints about a page of profiles.
public struct ProfilePageParameters: APIParameters, Hashable {
    /// The page.
    public let request: ProfilePageRequest

    /// The parameters.
    public static var parameters: [APIParameter] {
        [
            APIParameter("after", in: .query, .string(), "The value of next of the page before."),
            APIParameter("limit", in: .query, .integer, "The maximum number of profiles, 1 to 1,000; 100 by default."),
        ]
    }

    /// Creates the parameters.
    ///
    /// - Parameter request: The page.
    public init(_ request: ProfilePageRequest = ProfilePageRequest()) {
        self.request = request
    }

    /// Parses the parameters.
    public init(_ values: APIParameterValues) throws(ValidationError) {
        let (cursor, limit) = try validated(
            { () throws(ValidationError) -> PageCursor? in
                guard let text = values.text("after") else { return nil }
                return try CursorText.cursor(text, field: "after")
            },
            { () throws(ValidationError) in
                try PageLimit.validated(values.integer("limit", default: PageLimit.standard))
            })
        request = ProfilePageRequest(after: cursor, limit: limit)
    }

    /// The texts by name.
    public var values: [String: String] {
        var values: [String: String] = [:]
        if let cursor = request.cursor { values["after"] = CursorText.text(of: cursor) }
        if request.limit != PageLimit.standard { values["limit"] = "\(request.limit)" }
        return values
    }
}
