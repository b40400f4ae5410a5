/// A part of a commit in a ``CommitBuilder``: ``Append``, ``Expect``, ``Check`` or ``Condition``.
public protocol CommitPart: Sendable {
    /// Adds this part to a commit.
    func add(to commit: inout Commit)
}

/// Appends events to a stream.
public struct Append: CommitPart {
    private let events: [EventData]
    private let stream: StreamName

    /// Appends events to a stream, in this order.
    public init(_ events: EventData..., to stream: StreamName) {
        self.init(events, to: stream)
    }

    /// Appends events to a stream, in this order.
    public init(_ events: [EventData], to stream: StreamName) {
        self.events = events
        self.stream = stream
    }

    /// Adds the events to a commit.
    public func add(to commit: inout Commit) {
        commit.entries += events.map { Commit.Entry(stream: stream, event: $0) }
    }
}

/// Expects a stream that the commit writes to be at a version.
public struct Expect: CommitPart {
    private let guarded: Commit.Guard

    /// Expects a stream that the commit writes to be at a version.
    public init(_ stream: StreamName, _ expectation: Expectation) {
        guarded = Commit.Guard(stream: stream, expectation: expectation)
    }

    /// Adds the expectation to a commit.
    public func add(to commit: inout Commit) {
        commit.expectations.append(guarded)
    }
}

/// Checks the version of a stream that the commit does not write.
public struct Check: CommitPart {
    private let guarded: Commit.Guard

    /// Checks the version of a stream that the commit does not write.
    public init(_ stream: StreamName, _ expectation: Expectation) {
        guarded = Commit.Guard(stream: stream, expectation: expectation)
    }

    /// Adds the check to a commit.
    public func add(to commit: inout Commit) {
        commit.checks.append(guarded)
    }
}

/// Fails the commit if any event after a position matches a query.
public struct Condition: CommitPart {
    private let condition: AppendCondition

    /// Fails the commit if any event after a position matches a query.
    ///
    /// - Parameters:
    ///   - query: The events that must not exist.
    ///   - after: Only events after this position count; 0 for the whole log.
    public init(failIfEventsMatch query: Query, after: Position = 0) {
        condition = AppendCondition(failIfEventsMatch: query, after: after)
    }

    /// Adds the condition to a commit.
    public func add(to commit: inout Commit) {
        commit.conditions.append(condition)
    }
}

/// Builds a commit from its parts.
@resultBuilder
public enum CommitBuilder {
    /// Takes one part.
    public static func buildExpression(_ part: some CommitPart) -> [any CommitPart] { [part] }

    /// Joins parts.
    public static func buildBlock(_ parts: [any CommitPart]...) -> [any CommitPart] { parts.flatMap(\.self) }

    /// Takes the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [any CommitPart]?) -> [any CommitPart] { parts ?? [] }

    /// Takes the parts of an `if`.
    public static func buildEither(first parts: [any CommitPart]) -> [any CommitPart] { parts }

    /// Takes the parts of an `else`.
    public static func buildEither(second parts: [any CommitPart]) -> [any CommitPart] { parts }

    /// Joins the parts of a loop.
    public static func buildArray(_ parts: [[any CommitPart]]) -> [any CommitPart] { parts.flatMap(\.self) }
}

extension Commit {
    /// Creates a commit from its parts.
    public init(@CommitBuilder _ parts: () -> [any CommitPart]) {
        self.init(entries: [])
        for part in parts() { part.add(to: &self) }
    }
}
