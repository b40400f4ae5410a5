public import DomainKit
public import Testing

/// The failure of a scenario.
///
/// In Swift Testing, it is recorded as an issue at the failed check, and the test ends there. Otherwise it is thrown,
/// so that scenarios work with every test framework.
public struct ScenarioFailure: DescribedError {
    /// The location of the failed check.
    public let sourceLocation: SourceLocation

    /// What is wrong, in one sentence.
    public let finding: String

    /// The differing lines with context: `-` marks expected ones, `+` found ones.
    public let difference: String

    /// The steps of the scenario, one a line.
    public let scenario: String

    init(_ finding: String, difference: String = "", in scenario: ScenarioText, at sourceLocation: SourceLocation) {
        self.sourceLocation = sourceLocation
        self.finding = finding
        self.difference = difference
        self.scenario = scenario.lines.joined(separator: "\n")
    }

    /// Location, finding, difference and scenario, on separate lines.
    public var description: String { "\(sourceLocation.fileID):\(sourceLocation.line): \(text)" }

    private var text: String { [finding, difference, scenario].filter { !$0.isEmpty }.joined(separator: "\n") }

    /// Ends the test with this failure.
    ///
    /// - Throws: In Swift Testing, an error that ends the test without another issue; otherwise this failure.
    func end() throws -> Never {
        if Test.current != nil {
            // An error thrown by a test is reported at the test's first line; the error of `#require` is not reported.
            let scenarioHolds = false
            try #require(scenarioHolds, Comment(rawValue: text), sourceLocation: sourceLocation)
        }
        throw self
    }
}

/// The steps of a scenario so far, as text.
struct ScenarioText: Sendable {
    private(set) var lines: [String] = []

    /// Adds a step under a heading.
    mutating func add(_ heading: String, _ details: [String]) {
        lines.append(heading)
        add(details)
    }

    /// Adds a step under the previous heading.
    mutating func add(_ details: [String]) {
        lines += details.map { "    \($0)" }
    }

    /// Checks that two values are equal.
    ///
    /// - Parameters:
    ///   - found: What was found.
    ///   - expected: What the test expects.
    ///   - finding: What is wrong if they differ.
    ///   - sourceLocation: The location of the check.
    /// - Throws: The error that ends the test, with the difference.
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

    /// Fails with the difference; `deeper` supplies it if the first descriptions are equal.
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
            try fail("\(finding): they are not equal, although they are described alike", at: sourceLocation)
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
