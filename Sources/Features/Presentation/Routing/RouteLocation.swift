/// The path and the query of a URL.
///
/// A text that names another host (`//example.com`, `https:…`) is no location, so that an address to return to can be
/// taken from a request.
public struct RouteLocation: Sendable, Hashable, CustomStringConvertible {
    /// The parts of the path, decoded; none for `/`.
    public let path: [String]

    /// The items of the query, decoded.
    public let query: [String: String]

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - path: The parts of the path; none of them is empty, `.` or `..`, which URLs cannot hold.
    ///   - query: The items of the query.
    public init(path: [String], query: [String: String] = [:]) {
        self.path = path
        self.query = query
    }

    /// Parses the path and the query of a URL; `nil` for another form, undecodable parts, and repeated query items.
    ///
    /// - Parameter text: The text: `/items?filter=open`. A fragment is not allowed.
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.hasPrefix("/"), !text.contains("#"), let path = Self.path(parts[0]),
            let query = Self.query(parts.count > 1 ? parts[1] : "")
        else { return nil }
        self.init(path: path, query: query)
    }

    /// The text: items of the query in the order of their names.
    public var description: String {
        let items = query.sorted { $0.key < $1.key }.map { name, value in
            "\(URLCoding.encode(name))=\(URLCoding.encode(value))"
        }
        return "/" + path.map(URLCoding.encode).joined(separator: "/")
            + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    private static func path(_ text: Substring) -> [String]? {
        guard text != "/" else { return [] }
        var path: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = URLCoding.decode(part), !["", ".", ".."].contains(decoded) else { return nil }
            path.append(decoded)
        }
        return path
    }

    private static func query(_ text: Substring) -> [String: String]? {
        var query: [String: String] = [:]
        for item in text.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Forms of browsers write a space as a plus sign.
            guard let name = URLCoding.decode(parts[0], plus: " "),
                let value = URLCoding.decode(parts.count > 1 ? parts[1] : "", plus: " "),
                query.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return query
    }
}
