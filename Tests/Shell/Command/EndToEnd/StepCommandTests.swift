import ChildProcesses
import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    /// `nacre step`, by lines and at a terminal.
    @Suite("Step")
    struct StepCommandTests {
        private static let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        private let store: CommandLineStore

        init() async throws {
            store = try CommandLineStore()
            try await store.output("items", "add", "Buy milk", "--id", Self.id)
            try await store.output("items", "add", "Other")
            try await store.output("items", "rename", Self.id, "Buy oat milk")
            try await store.output("items", "complete", Self.id)
        }

        @Test("without a terminal, lines are commands")
        func lines() async throws {
            let output = try await store.output("step", "item-\(Self.id)", input: "n\n\np\ng 2\nx\n?\nq\nn\n")
            let shown = output.split(separator: "\n").map(String.init)
            #expect(shown[0] == "item-\(Self.id)")
            let positions = shown.filter { $0.hasPrefix("position") }.compactMap {
                $0.split(separator: " ").dropFirst().first
            }
            // To the first, the next two, back, and to position 2, which is another stream's.
            #expect(positions == ["1", "3", "4", "3", "2", "3"])
            #expect(shown.contains("position 2 is not among them; this is the next one"))
            #expect(shown.contains(#"~ name: "Buy milk" → "Buy oat milk""#))
            #expect(shown.contains("~ isCompleted: false → true"))
            #expect(shown.contains(#"  name: "Buy oat milk""#))
            #expect(shown.contains("there is no command \"x\": ? lists them"))
            #expect(output.contains("g N                  the event at position N"))
            #expect(output.hasSuffix("quit\n"))
        }

        @Test("the rows of a read model are shown with each event, forward and backward")
        func rows() async throws {
            let output = try await store.output(
                "step", "--projection", "items", "--at", "3", input: "p\np\nn\nn\nn\nn\n")
            let shown = output.split(separator: "\n").map(String.init)
            #expect(shown[0] == "read model items")
            let changes = shown.filter { $0.hasPrefix("~") || $0.hasPrefix("+") }
            let (added, changed) = ("+ item", "~ 4a07")
            // To the third event, back to the first, forward to the last; beyond it, the last is shown again.
            let expected = [changed, added, added, added, changed, changed, changed]
            #expect(changes.map { String($0.prefix(6)) } == expected)
            #expect(changes.last?.contains("isCompleted: false → true") == true)
            #expect(shown.contains("this is the last event"))
        }

        @Test("the end of the input ends the command, and the whole log is the default")
        func wholeLog() async throws {
            let output = try await store.output("step", "--at", "2", input: "")
            #expect(output.hasPrefix("the whole log\nposition 2 "))
            #expect(try await store.failure(65, "step", "--at", "5000", input: "").contains("position 5000"))
            #expect(try await store.failure(66, "step", "item-9", input: "").contains("there is no stream"))
            #expect(try await store.failure(66, "step", "--projection", "x", input: "").contains("only items"))
            #expect(try await store.failure(64, "step", "a", "--projection", "x", input: "").contains("either"))
        }

        /// Starts the command at a terminal of a size.
        private func start(_ terminal: PseudoTerminal, _ columns: UInt16, _ rows: UInt16) async throws -> ChildProcess {
            try terminal.resize(columns: columns, rows: rows)
            let environment = store.process.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
            return try await terminal.start(
                ["step", "item-\(Self.id)", "--store", store.path], environment: environment, showsResults: true)
        }

        /// The lines of a screen that was drawn.
        private func screen(_ shown: String) -> [String] {
            let drawn = shown.components(separatedBy: "\u{1B}[H").last ?? ""
            return drawn.components(separatedBy: "\u{1B}[K").dropLast().map { $0.trimmingCharacters(in: .newlines) }
        }

        @Test("on a terminal, keys go through the events", arguments: [(80, 24), (40, 10)] as [(UInt16, UInt16)])
        func keys(columns: UInt16, rows: UInt16) async throws {
            let terminal = try PseudoTerminal()
            let process = try await start(terminal, columns, rows)
            let first = screen(try await terminal.shown(until: "\u{1B}[J"))
            #expect(try !terminal.isEchoing)
            #expect(first.count == Int(rows))
            #expect(first.allSatisfy { $0.count <= Int(columns) })
            #expect(first[1].hasPrefix("position 1  version 1"))
            for (keys, position) in [("n", 3), ("\u{1B}[C", 4), ("p", 3), ("\u{1B}[H", 1), ("G", 4), ("g3\r", 3)] {
                try terminal.press(keys)
                var shown = ""
                repeat {
                    shown += try await terminal.shown(until: "\u{1B}[J")
                } while !shown.contains("position \(position)  ")
                #expect(screen(shown)[1].hasPrefix("position \(position)  "))
            }
            // Another size: the screen is drawn again to fit it.
            try terminal.resize(columns: 30, rows: 6)
            process.send(SIGWINCH)
            let smaller = screen(try await terminal.shown(until: "\u{1B}[J"))
            #expect(smaller.count == 6)
            #expect(smaller.allSatisfy { $0.count <= 30 })
            try terminal.press("q")
            let rest = try await terminal.shown(until: "\u{1B}[?1049l")
            #expect(try await process.ending() == .exit(0))
            #expect(rest.contains("\u{1B}[?25h"))
            #expect(try terminal.isEchoing)
        }

        @Test("while it is stopped, the terminal is as before; then the screen is drawn again")
        func stopped() async throws {
            let terminal = try PseudoTerminal()
            let process = try await start(terminal, 80, 24)
            _ = try await terminal.shown(until: "\u{1B}[J")
            process.send(SIGTSTP)
            _ = try await terminal.shown(until: "\u{1B}[?1049l")
            while try !terminal.isEchoing { try await Task.sleep(for: .milliseconds(5)) }
            // Again until it goes on: the first one may come before it is stopped.
            while try terminal.isEchoing {
                process.send(SIGCONT)
                try await Task.sleep(for: .milliseconds(20))
            }
            let again = try await terminal.shown(until: "\u{1B}[J")
            #expect(again.contains("\u{1B}[?1049h"))
            #expect(again.contains("position 1  version 1"))
            #expect(try !terminal.isEchoing)
            try terminal.press("q")
            #expect(try await process.ending() == .exit(0))
        }

        @Test("a signal ends it by that signal, and the terminal is as before", arguments: [SIGINT, SIGTERM, SIGHUP])
        func ended(signal: Int32) async throws {
            let terminal = try PseudoTerminal()
            let process = try await start(terminal, 80, 24)
            _ = try await terminal.shown(until: "\u{1B}[J")
            process.send(signal)
            #expect(try await process.ending() == .signal(signal))
            #expect(try terminal.isEchoing)
            #expect(String(decoding: try terminal.pending(), as: UTF8.self).contains("\u{1B}[?1049l"))
        }

        @Test("a dumb terminal gets lines and a prompt")
        func dumb() async throws {
            let terminal = try PseudoTerminal()
            let environment = store.process.environment.merging(["TERM": "dumb"]) { $1 }
            let process = try await terminal.start(
                ["step", "item-\(Self.id)", "--store", store.path], environment: environment, showsResults: true)
            var shown = try await terminal.shown(until: "\n> ")
            try terminal.type("n")
            while !shown.contains("position 3") { shown += try await terminal.shown(until: "> ") }
            #expect(!shown.contains("\u{1B}"))
            try terminal.type("q")
            #expect(try await process.ending() == .exit(0))
        }
    }
}
