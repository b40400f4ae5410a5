import Nacre
import NacreRuntime
import Testing

@testable import NacreTool

@Suite("The screen of the stepping view")
struct StepScreenTests {
    private let runtime: Runtime

    init() throws {
        runtime = try Runtime(on: Storage(store: InMemoryEventStore())) { DeciderDeclaration(ThingDecider.self) }
    }

    private func session(_ name: String) async throws -> StepSession {
        for name in ["a", name] {
            try await runtime.store.append([ThingDecider.Event.codec.encode(.named(name))], to: "thing-1")
        }
        var session = StepSession(through: StateSteps(of: "thing-1", in: runtime), upTo: 2)
        try await session.perform(.goTo(2))
        return session
    }

    @Test("it has as many lines as the terminal, none of them wider", arguments: [(80, 24), (40, 10), (5, 3), (1, 1)])
    func fits(columns: Int, rows: Int) async throws {
        let session = try await session(String(repeating: "日本語é👩‍👩‍👧", count: 40) + "\u{1B}[2J")
        var screen = StepScreen()
        let lines = screen.lines(of: session, RawTerminal.Size(columns: columns, rows: rows))
        #expect(lines.count == rows)
        for line in lines {
            #expect(!line.contains("\u{1B}"))
            let wide = line.unicodeScalars.filter { $0.value >= 0x2E80 && $0.value < 0xA4CF }.count
            #expect(line.count + wide <= columns, "\(line)")
        }
        guard columns >= 40 else { return }
        #expect(lines[0] == "thing-1")
        #expect(lines[1].hasPrefix("position 2  version 2  "))
        #expect(lines[2] == "thing named  thing-1")
        #expect(lines[4].hasPrefix(#"~ name: "a" → "日"#))
        #expect(lines.last?.hasPrefix("n next  p back  g go to  q quit  ? keys") == true)
    }

    @Test("keys ask for a position, scroll, show the keys and quit")
    func keys() async throws {
        var screen = StepScreen()
        let session = try await session("b")
        let size = RawTerminal.Size(columns: 60, rows: 5)
        #expect(screen.handle(.character("n")) == .next)
        #expect(screen.handle(.left) == .previous)
        #expect(screen.handle(.home) == .first)
        #expect(screen.handle(.end) == .last)
        #expect(screen.handle(.character("q")) == .quit)
        for key in [.character("g"), .character("1"), .character("x"), .character("2"), .character("3"), .backspace]
            as [Key]
        {
            #expect(screen.handle(key) == nil)
        }
        #expect(screen.lines(of: session, size).last == "go to position: 12")
        #expect(screen.handle(.enter) == .goTo(12))
        #expect(screen.handle(.character("g")) == nil)
        #expect(screen.handle(.escape) == nil)
        #expect(screen.entry == nil)
        #expect(screen.handle(.character("?")) == nil)
        #expect(screen.lines(of: session, size)[1].contains("the next event"))
        #expect(screen.handle(.character("x")) == nil)
        #expect(screen.lines(of: session, size)[1].hasPrefix("position 2"))
        #expect(screen.lines(of: session, size).last?.hasSuffix("(1 more below)") == true)
        for _ in 0..<9 { _ = screen.handle(.down) }
        #expect(screen.lines(of: session, size)[1].hasPrefix("thing named"))
        #expect(screen.scrolled == 1)
        _ = screen.handle(.up)
        #expect(screen.lines(of: session, size)[1].hasPrefix("position 2"))
    }

    @Test("the bytes of a terminal are keys, and unknown sequences are none")
    func bytes() {
        let keys = Key.keys(
            in: Array("n\u{1B}[C\u{1B}OD\u{1B}[1~\u{1B}[4~\u{1B}[1;5A\u{1B}[15~\r\u{7F}\u{03}é\u{1B}".utf8))
        #expect(
            keys == [
                .character("n"), .right, .left, .home, .end, .up, .enter, .backspace, .character("é"), .escape,
            ])
    }
}
