import DomainKit
import Nacre
import NacreRuntime

/// The text of the test that replays an incident.
struct IncidentTest {
    /// The state of a stream as JSON before and after the incident; without a decider, its version.
    struct Outcome {
        let stream: StreamName
        let before: Fact
        let after: Fact
    }

    /// What the test compares.
    enum Fact {
        case state(String)
        case version(StreamVersion)
    }

    /// The name of the test, and of its files.
    let name: String

    /// The module and the type of the program.
    let module: String
    let program: String

    /// What was extracted, for the comment.
    let subject: String

    /// The lines of the fixture before the incident, and all.
    let givenCount: Int
    let count: Int
    let outcomes: [Outcome]

    /// The texts of the store in the test, besides the names of streams.
    var texts: [String] {
        [name, subject] + outcomes.flatMap { [$0.before, $0.after] }.flatMap(\.texts)
    }

    /// The source of the test.
    var source: String {
        var lines = [
            "// swift-format-ignore-file", "import Nacre", "import NacreRuntime", "import NacreTesting",
            "import Testing", "", "@testable import \(module)", "",
            "/// Extracted from a store: \(subject).",
            "@Suite(\(Self.literal("Incident: \(subject)")))",
            "struct \(name)Tests {",
            "    @Test(\"the recorded events lead to the recorded states\")",
            "    func replay() async throws {",
            "        let fixture = try EventFixture(named: \"\(name).ndjson\")",
            "        let engine = InMemoryEngine(time: ManualTimeSource())",
            "        let runtime = try await Runtime.open(engine) { \(program).features }", "",
            "        // Given",
            "        try await fixture.append(lines: 1..<\(givenCount + 1), to: runtime.store)",
        ]
        lines += outcomes.map { line(of: $0.stream, $0.before) }
        lines += [
            "", "        // When",
            "        try await fixture.append(lines: \(givenCount + 1)..<\(count + 1), to: runtime.store)",
            "", "        // Then",
        ]
        lines += outcomes.map { line(of: $0.stream, $0.after) }
        lines += ["        await runtime.close()", "    }"]
        if outcomes.contains(where: \.hasState) {
            lines += [
                "",
                "    private func state(of stream: StreamName, in runtime: Runtime) async throws -> String? {",
                "        try await runtime.state(of: stream).map { String(decoding: $0.json, as: UTF8.self) }",
                "    }",
            ]
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    private func line(of stream: StreamName, _ fact: Fact) -> String {
        let stream = Self.literal(stream.text)
        return switch fact {
        case .state(let json): "        #expect(try await state(of: \(stream), in: runtime) == \(Self.literal(json)))"
        case .version(let version): "        #expect(try await runtime.store.version(of: \(stream)) == \(version))"
        }
    }

    /// Text as a literal of Swift, on one line.
    static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where TerminalText.isUnsafe(scalar): "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension IncidentTest.Fact {
    fileprivate var texts: [String] {
        switch self {
        case .state(let json): MaskedTexts.texts(of: Array(json.utf8))
        case .version: []
        }
    }
}

extension IncidentTest.Outcome {
    fileprivate var hasState: Bool {
        for case .state in [before, after] { return true }
        return false
    }
}
