/// The expected version of a stream, for optimistic concurrency.
public enum Expectation: Hashable, Sendable {
    /// Any version.
    case any

    /// The stream does not exist: its version is 0.
    case noStream

    /// The stream exists: its version is 1 or more.
    case streamExists

    /// The stream is at exactly this version; 0 is the same as ``noStream``.
    case exact(StreamVersion)

    /// Whether the expectation holds for a stream at this version.
    public func holds(at version: StreamVersion) -> Bool {
        switch self {
        case .any: true
        case .noStream: version == 0
        case .streamExists: version > 0
        case .exact(let expected): version == expected
        }
    }

    /// The expectation that holds if both hold.
    ///
    /// - Parameter other: The other expectation of the same stream.
    /// - Returns: The expectation that is met by exactly the versions that meet both; `nil` if there is none.
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
    /// The expectation as used in messages.
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
