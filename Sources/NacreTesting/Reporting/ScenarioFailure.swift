public import DomainKit
public import Testing

/// A scenario came out otherwise than its test says.
///
/// In a test of Swift Testing it is recorded as an issue at the sentence that did not come true, and the test ends there.
/// Elsewhere it is thrown, so that scenarios work in every test framework.
public struct ScenarioFailure: DescribedError {
    /// Where the sentence is written that did not come true.
    public let sourceLocation: SourceLocation

    /// What is the matter, in one sentence.
    public let finding: String

    /// The lines that differ, with some around them: `-` before what was expected, `+` before what was found.
    public let difference: String

    /// What was given and what was done, on lines of its own.
    public let scenario: String

    init(_ finding: String, difference: String = "", in scenario: ScenarioText, at sourceLocation: SourceLocation) {
        self.sourceLocation = sourceLocation
        self.finding = finding
        self.difference = difference
        self.scenario = scenario.lines.joined(separator: "\n")
    }

    /// Place, finding, difference and scenario, on lines of their own.
    public var description: String { "\(sourceLocation.fileID):\(sourceLocation.line): \(text)" }

    private var text: String { [finding, difference, scenario].filter { !$0.isEmpty }.joined(separator: "\n") }

    /// Ends the test with this failure.
    ///
    /// - Throws: What ends a test without another issue, in a test of Swift Testing; otherwise this failure.
    func end() throws -> Never {
        if Test.current != nil {
            // An error that a test lets out is reported at the test's first line; what `#require` throws is not reported.
            let scenarioComesTrue = false
            try #require(scenarioComesTrue, Comment(rawValue: text), sourceLocation: sourceLocation)
        }
        throw self
    }
}

/// What a scenario has said so far, in words.
struct ScenarioText: Sendable {
    private(set) var lines: [String] = []

    /// Adds what was said, under a heading.
    mutating func add(_ heading: String, _ details: [String]) {
        lines.append(heading)
        add(details)
    }

    /// Adds what was said, under the heading before.
    mutating func add(_ details: [String]) {
        lines += details.map { "    \($0)" }
    }

    /// Judges that two values are equal.
    ///
    /// - Parameters:
    ///   - found: What was found.
    ///   - expected: What the test expects.
    ///   - finding: What is the matter where they differ.
    ///   - sourceLocation: Where the sentence is written.
    /// - Throws: What ends the test, with the difference.
    func requireEqual<Value: Equatable>(
        _ found: Value, _ expected: Value, _ finding: String, at sourceLocation: SourceLocation
    ) throws {
        if found == expected { return }
        try fail(
            finding, expected: ValueDump(expected).lines, found: ValueDump(found).lines, at: sourceLocation
        ) {
            (ValueDump.deep(expected).lines, ValueDump.deep(found).lines)
        }
    }

    /// Fails with what differs, which `deeper` shows where the first look does not.
    func fail(
        _ finding: String, expected: [String], found: [String], at sourceLocation: SourceLocation,
        deeper: () -> (expected: [String], found: [String])
    ) throws -> Never {
        var difference = LineDifference(from: expected, to: found)
        if difference.isEmpty {
            let lines = deeper()
            difference = LineDifference(from: lines.expected, to: lines.found)
        }
        guard !difference.isEmpty else {
            try fail("\(finding): they are not equal, though they read the same", at: sourceLocation)
        }
        try ScenarioFailure(
            "\(finding) (- expected, + found)", difference: difference.text, in: self, at: sourceLocation
        ).end()
    }

    /// Fails.
    func fail(_ finding: String, at sourceLocation: SourceLocation) throws -> Never {
        try ScenarioFailure(finding, in: self, at: sourceLocation).end()
    }
}
