/// The version of a resource as a strong entity tag: `"v12"`.
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
    /// The version.
    public let version: UInt64

    /// Creates a tag.
    ///
    /// - Parameter version: The version.
    public init(_ version: UInt64) {
        self.version = version
    }

    /// Parses a tag; returns `nil` for anything that ``description`` does not write.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("\"v"), text.hasSuffix("\""), text.utf8.count > 3,
            let version = UInt64(text.dropFirst(2).dropLast())
        else { return nil }
        self.init(version)
        guard description == text else { return nil }
    }

    /// The tag as it stands in `ETag`.
    public var description: String { "\"v\(version)\"" }
}

/// The field `If-Match`: for which versions a change is meant.
public enum Precondition: Sendable, Hashable {
    /// Any version: `*`.
    case exists

    /// One of these versions; none if the field holds only tags of another form.
    case versions(Set<UInt64>)

    /// Parses the field.
    ///
    /// Weak tags, and tags of another form, match no version: `If-Match` compares strongly (RFC 9110, section 13.1.1).
    /// Returns `nil` if the text is not a list of entity tags.
    public init?(_ text: String) {
        let text = text.filter { $0 != " " && $0 != "\t" }
        guard text != "*" else {
            self = .exists
            return
        }
        var versions: Set<UInt64> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let strong = part.hasPrefix("W/") ? part.dropFirst(2) : part
            guard strong.utf8.count >= 2, strong.hasPrefix("\""), strong.hasSuffix("\""),
                !strong.dropFirst().dropLast().contains("\"")
            else { return nil }
            if let tag = EntityTag(part) { versions.insert(tag.version) }
        }
        self = .versions(versions)
    }

    /// The field as it is sent.
    public var text: String {
        switch self {
        case .exists: "*"
        case .versions(let versions): versions.sorted().map { "\(EntityTag($0))" }.joined(separator: ", ")
        }
    }

    /// Whether a version is meant.
    ///
    /// - Parameter version: The version of an existing resource.
    /// - Returns: Whether it matches.
    public func matches(_ version: UInt64) -> Bool {
        switch self {
        case .exists: true
        case .versions(let versions): versions.contains(version)
        }
    }
}
