/// The media types of the API.
public enum MediaType {
    /// JSON, in UTF-8.
    public static let json = "application/json"

    /// A ``Problem``.
    public static let problem = "application/problem+json"

    /// Server-sent events.
    public static let events = "text/event-stream"

    /// Whether a `Content-Type` is JSON in UTF-8.
    ///
    /// - Parameter text: The value of the field.
    /// - Returns: Whether it is `application/json`, with no parameter but `charset=utf-8`.
    public static func isJSON(_ text: String) -> Bool {
        let parts = text.lowercased().split(separator: ";", omittingEmptySubsequences: false).map {
            $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        return parts.first == json && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" }
    }
}
