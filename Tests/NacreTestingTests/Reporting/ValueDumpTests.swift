import Foundation
import Testing

@testable import NacreTesting

@Suite struct ValueDumpTests {
    private enum Shape: Equatable {
        case point
        case circle(Double)
        case box(width: Int, height: Int)
        case named(name: String)
    }

    private struct Drawing {
        var title: String
        var shapes: [Shape]
        var owner: String?
    }

    private struct Told: CustomStringConvertible {
        let secret: Int
        var description: String { "told" }
    }

    private struct Empty {}

    private func line(_ value: Any) -> String { ValueDump(value).lines.joined(separator: "⏎") }

    @Test func `a short value is shown on one line, much as in code`() {
        #expect(line(Shape.point) == ".point")
        #expect(line(Shape.circle(1.5)) == ".circle(1.5)")
        #expect(line(Shape.box(width: 1, height: 2)) == ".box(width: 1, height: 2)")
        #expect(line(Shape.named(name: "a")) == #".named(name: "a")"#)
        #expect(
            line(Drawing(title: "t", shapes: [.point], owner: nil))
                == #"Drawing(title: "t", shapes: [.point], owner: nil)"#)
        #expect(line(Optional(Shape.point) as Any) == ".point")
        #expect(line((1, b: true)) == "(1, b: true)")
        #expect(line(Empty()) == "Empty()")
        #expect(line([Int]()) == "[]")
    }

    @Test func `a long value is shown on several lines`() {
        let drawing = Drawing(
            title: String(repeating: "long ", count: 10), shapes: [.point, .box(width: 1, height: 2)], owner: "ada")
        #expect(
            ValueDump(drawing).lines == [
                "Drawing(", #"    title: "long long long long long long long long long long ","#,
                "    shapes: [.point, .box(width: 1, height: 2)],", #"    owner: "ada""#, ")",
            ])
    }

    @Test func `sets and dictionaries are sorted`() {
        #expect(line(Set(["c", "a", "b"])) == #"["a", "b", "c"]"#)
        #expect(line(["b": 1, "a": 2]) == #"["a": 2, "b": 1]"#)
    }

    @Test func `every character of a text is visible`() {
        #expect(line("a\n\u{1B}\u{301}\"\u{202E}") == #""a\n\u{1B}\u{301}\"\u{202E}""#)
        #expect(line("caf\u{E9}") == "\"caf\u{E9}\"")
    }

    @Test func `bytes are shown as text if they are text, otherwise in hexadecimal`() {
        #expect(line(Array(#"{"a":1}"#.utf8)) == #"bytes of "{\"a\":1}""#)
        #expect(line([UInt8]([0xFF, 0x0A])) == "bytes ff 0a")
        #expect(line([UInt8](repeating: 65, count: 3_000)).hasSuffix("A\"… (3000 bytes)"))
    }

    @Test func `a type with a description is shown by it, and field by field on demand`() {
        #expect(line(Told(secret: 7)) == "told")
        #expect(ValueDump.deep(Told(secret: 7)).lines == ["Told(secret: 7)"])
        #expect(line(UUID(uuidString: "4A07D6C8-0F5E-4E0C-9B1A-2F7C1D3E5A6B") as Any).hasPrefix("4A07D6C8-0F5E"))
    }

    @Test func `a value that contains itself is cut off`() {
        final class Ring { var next: Ring? }
        let ring = Ring()
        ring.next = ring
        #expect(line(ring).contains("…"))
        ring.next = nil
    }

    @Test func `unequal values with equal descriptions are shown field by field`() async throws {
        struct Account: Equatable, CustomStringConvertible {
            let cents: Int
            var description: String { "an account" }
        }
        let text = ScenarioText()
        let error = try await scenarioFailure {
            try text.requireEqual(Account(cents: 1), Account(cents: 2), "differs", at: #_sourceLocation)
        }
        #expect(error.difference == "- Account(cents: 2)\n+ Account(cents: 1)")
        let nameless = try await scenarioFailure {
            try text.requireEqual(Double.nan, Double.nan, "differs", at: #_sourceLocation)
        }
        #expect(nameless.finding.contains("they are described alike"))
    }
}
