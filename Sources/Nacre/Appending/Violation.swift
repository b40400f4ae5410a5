/// An expectation, check or condition of a commit that did not hold.
public enum Violation: Hashable, Sendable {
    /// A stream that the commit writes was not at the expected version.
    case expectation(stream: StreamName, expected: Expectation, actual: StreamVersion)

    /// A stream that the commit checks was not at the expected version.
    case check(stream: StreamName, expected: Expectation, actual: StreamVersion)

    /// An event matches an append condition.
    ///
    /// `conflict` is the first such event.
    ///
    /// `index` is the condition's index in ``Commit/conditions``, counted from 0.
    case condition(index: Int, condition: AppendCondition, conflict: ConflictingEvent)
}

extension Violation: CustomStringConvertible {
    /// The violation with the expected and the actual state, as used in messages.
    public var description: String {
        switch self {
        case .expectation(let stream, let expected, let actual):
            "expected \(stream) \(expected), \(Self.state(actual))"
        case .check(let stream, let expected, let actual):
            "checked that \(stream) is \(Self.checked(expected)), \(Self.state(actual))"
        case .condition(let index, let condition, let conflict):
            "condition \(index + 1), \(condition), does not hold: there is \(conflict)"
        }
    }

    private static func state(_ version: StreamVersion) -> String {
        version == 0 ? "it does not exist (version 0)" : "it is at \(version)"
    }

    private static func checked(_ expectation: Expectation) -> String {
        switch expectation {
        case .noStream, .exact(0): "absent"
        case .streamExists: "there"
        case .any, .exact: expectation.description
        }
    }
}
