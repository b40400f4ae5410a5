/// What a stream's version must be for a commit to take effect.
public enum Expectation: Hashable, Sendable {
    /// Anything.
    case any

    /// The stream does not exist: its version is 0.
    case noStream

    /// The stream exists: its version is 1 or more.
    case streamExists

    /// The stream is at exactly this version; 0 is the same as ``noStream``.
    case exact(StreamVersion)

    /// Whether a stream at this version meets the expectation.
    public func holds(at version: StreamVersion) -> Bool {
        switch self {
        case .any: true
        case .noStream: version == 0
        case .streamExists: version > 0
        case .exact(let expected): version == expected
        }
    }

    /// What holds where both hold.
    ///
    /// - Parameter other: The other expectation of the same stream.
    /// - Returns: The expectation that exactly those versions meet which meet both; `nil` where there is none.
    public func intersection(_ other: Expectation) -> Expectation? {
        switch (self, other) {
        case (.any, let narrower), (let narrower, .any): narrower
        case (.streamExists, .streamExists): .streamExists
        case (.noStream, let narrower), (let narrower, .noStream): narrower.holds(at: 0) ? .noStream : nil
        case (.exact(let version), let wider), (let wider, .exact(let version)):
            wider.holds(at: version) ? .exact(version) : nil
        }
    }
}

extension Expectation: CustomStringConvertible {
    /// The expectation in words, as messages use it.
    public var description: String {
        switch self {
        case .any: "at any version"
        case .noStream: "not to exist"
        case .streamExists: "to exist"
        case .exact(0): "not to exist"
        case .exact(let version): "at version \(version)"
        }
    }
}
