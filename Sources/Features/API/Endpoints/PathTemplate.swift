/// The path of an endpoint, with parameters in braces: `/v1/items/{id}`.
public struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// A part between two slashes.
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    let segments: [Segment]

    /// The path as it was written.
    public let description: String

    /// Creates a path.
    ///
    /// - Parameter path: The path; a segment in braces is a parameter.
    public init(_ path: String) {
        description = path
        segments = path.split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The number of literal segments: of two paths that match, the one with more is meant.
    public var precision: Int {
        segments.count { if case .literal = $0 { true } else { false } }
    }

    /// The number of segments.
    public var segmentCount: Int { segments.count }

    /// The segments of a path.
    ///
    /// - Parameter path: The path, percent-encoded, without the query.
    /// - Returns: What is behind each slash; `nil` if the path does not begin with one.
    public static func segments(of path: Substring) -> ArraySlice<Substring>? {
        guard path.hasPrefix("/") else { return nil }
        return path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    }

    /// The values of the parameters in a path.
    ///
    /// - Parameter parts: The segments of the path.
    /// - Returns: The values by name; `nil` if the path does not match.
    public func values(in parts: ArraySlice<Substring>) -> [String: String]? {
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let text): guard part == text else { return nil }
            case .parameter(let name):
                guard !part.isEmpty, let value = PercentCoding.decode(part) else { return nil }
                values[name] = value
            }
        }
        return values
    }

    /// The path with values in place of the parameters, percent-encoded.
    ///
    /// - Parameter values: The values by name.
    /// - Returns: The path.
    public func path(with values: [String: String]) -> String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .parameter(let name): "/\(PercentCoding.encode(values[name] ?? ""))"
            }
        }.joined()
    }
}
