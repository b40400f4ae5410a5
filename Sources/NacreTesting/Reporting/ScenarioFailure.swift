/// A scenario came out otherwise than its test says.
///
/// It is thrown, so that scenarios work in every test framework: a test that lets it out fails, and the report shows
/// where the scenario begins, what differs, line by line, and what led to it.
public struct ScenarioFailure: Error, CustomStringConvertible {
    /// Where the scenario begins: `OrderTests/OrderDeciderTests.swift:12`.
    public let location: String

    /// What is the matter, in one sentence.
    public let finding: String

    /// The lines that differ, with some around them: `-` before what was expected, `+` before what was found.
    public let difference: String

    /// What was given and what was done, on lines of its own.
    public let scenario: String

    init(_ finding: String, difference: String = "", in scenario: ScenarioText) {
        location = scenario.location
        self.finding = finding
        self.difference = difference
        self.scenario = scenario.lines.joined(separator: "\n")
    }

    /// Place, finding, difference and scenario, on lines of their own.
    public var description: String {
        ["\(location): \(finding)", difference, scenario].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// What a scenario has said so far, in words.
struct ScenarioText: Sendable {
    let location: String
    private(set) var lines: [String] = []

    init(fileID: String, line: Int) {
        location = "\(fileID):\(line)"
    }

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
    /// - Throws: ``ScenarioFailure`` with the difference.
    func requireEqual<Value: Equatable>(
        _ found: Value, _ expected: Value, _ finding: String
    ) throws(ScenarioFailure) {
        if found == expected { return }
        try fail(finding, expected: ValueDump(expected).lines, found: ValueDump(found).lines) {
            (ValueDump.deep(expected).lines, ValueDump.deep(found).lines)
        }
    }

    /// Fails with what differs, which `deeper` shows where the first look does not.
    func fail(
        _ finding: String, expected: [String], found: [String],
        deeper: () -> (expected: [String], found: [String])
    ) throws(ScenarioFailure) -> Never {
        var difference = LineDifference(from: expected, to: found)
        if difference.isEmpty {
            let lines = deeper()
            difference = LineDifference(from: lines.expected, to: lines.found)
        }
        guard !difference.isEmpty else {
            throw ScenarioFailure("\(finding): they are not equal, though they read the same", in: self)
        }
        throw ScenarioFailure("\(finding) (- expected, + found)", difference: difference.text, in: self)
    }
}
