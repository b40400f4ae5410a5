/// The version of a NATS server.
struct ServerVersion: Comparable, Sendable, CustomStringConvertible {
    // REP-31: NATS servers older than 2.12.3 are refused.

    /// The oldest version that is supported.
    static let oldest = ServerVersion(major: 2, minor: 12, patch: 3)

    let major: Int
    let minor: Int
    let patch: Int

    init(major: Int, minor: Int, patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Parses a version such as `2.15.0`, `v2.12.3` or `2.14.0-RC.1`; `nil` if it is none.
    ///
    /// A preview counts as older than its version: 2.12.3-RC.1 is before 2.12.3.
    init?(_ text: String) {
        let digits = text.hasPrefix("v") ? text.dropFirst() : text[...]
        let core = digits.prefix { $0 != "-" && $0 != "+" }
        let isPreview = digits.dropFirst(core.count).first == "-"
        let numbers = core.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 3, let major = Self.number(numbers[0]), let minor = Self.number(numbers[1]),
            let patch = Self.number(numbers[2])
        else { return nil }
        self.init(major: major, minor: minor, patch: patch)
        self.isPreview = isPreview
    }

    private var isPreview = false

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }

    static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.major, left.minor, left.patch, left.isPreview ? 0 : 1)
            < (right.major, right.minor, right.patch, right.isPreview ? 0 : 1)
    }

    var description: String { "\(major).\(minor).\(patch)\(isPreview ? " (preview)" : "")" }
}
