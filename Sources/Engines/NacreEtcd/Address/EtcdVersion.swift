/// A version of an etcd server, such as 3.4.23.
struct EtcdVersion: Comparable, CustomStringConvertible {
    /// The oldest version that has all that the log needs: answers to requests for a watch's progress.
    static let oldest = EtcdVersion(major: 3, minor: 4)

    let major: Int
    let minor: Int

    /// - Parameters:
    ///   - major: The first number.
    ///   - minor: The second number.
    init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses a version as a server reports it.
    ///
    /// - Parameter text: At least two numbers with a point between them; what is behind them is ignored.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let major = Int(parts[0]), let minor = Int(parts[1].prefix { $0.isNumber }) else {
            return nil
        }
        self.init(major: major, minor: minor)
    }

    static func < (left: EtcdVersion, right: EtcdVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    var description: String { "\(major).\(minor)" }
}
