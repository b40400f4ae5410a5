import Nacre
import NacreRuntime
import Synchronization

/// Runs a session on the whole screen of a terminal, key by key.
struct StepView {
    private let terminal: RawTerminal
    private var session: StepSession
    private var screen = StepScreen()

    init(_ session: StepSession, on terminal: RawTerminal) {
        self.session = session
        self.terminal = terminal
    }

    /// Shows events until the user quits, the terminal is gone, or the task is cancelled.
    ///
    /// - Throws: ``FileError``; the errors of the session.
    mutating func run(beginningWith action: StepAction) async throws {
        try await session.perform(action)
        try draw()
        for await input in terminal.inputs {
            if case .keys(let bytes) = input {
                for key in Key.keys(in: bytes) {
                    guard let action = screen.handle(key) else { continue }
                    guard action != .quit else { return }
                    try await session.perform(action)
                }
            }
            try draw()
        }
    }

    private mutating func draw() throws(FileError) {
        let lines = screen.lines(of: session, terminal.size)
        try terminal.write(StepScreen.drawn(lines, Console.standard.output.terminal))
    }
}

/// Shows the progress of building a read model in the last line of a screen.
final class StepProgress: Sendable {
    private let terminal: RawTerminal
    private let shown = Mutex<UInt64?>(nil)

    init(on terminal: RawTerminal) {
        self.terminal = terminal
    }

    /// Shows the progress if another percentage is reached.
    func update(_ applied: Position, of end: Position) {
        let percent = end == 0 ? 100 : applied.multipliedFullWidth(by: 100).low / end
        let isNew = shown.withLock { shown in
            defer { shown = percent }
            return shown != percent
        }
        guard isNew, percent < 100 else { return }
        let size = terminal.size
        let text = TerminalText.fitting("building the read model: \(percent) %", size.columns)
        // A terminal that is gone ends the view at its next drawing.
        _ = try? terminal.write("\u{1B}[\(size.rows);1H\(text)\u{1B}[K")
    }
}
