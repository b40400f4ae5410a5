import Nacre

/// Runs a session by lines: a command a line from standard input, and the event as lines on standard output.
struct StepLines {
    /// The longest line of a command, in bytes.
    static let lineBytes = 1024

    private var session: StepSession
    private let output: StandardOutput
    private let prompts: Bool

    /// - Parameters:
    ///   - session: The session.
    ///   - output: The output.
    ///   - prompts: Whether a prompt is shown before each line.
    init(_ session: StepSession, to output: StandardOutput, prompts: Bool) {
        self.session = session
        self.output = output
        self.prompts = prompts
    }

    /// Shows events until the user quits or the input ends.
    ///
    /// - Throws: ``FileError``; `ImportError` if a line is too long; the errors of the session.
    mutating func run(beginningWith action: StepAction, reading input: consuming LineSource) async throws {
        try output.line(session.title)
        try await perform(action)
        while let line = try nextLine(&input) {
            guard let action = StepAction(parsing: line) else {
                try output.line("there is no command \(quoted(line)): ? lists them")
                continue
            }
            switch action {
            case .quit: return
            case .help: for line in StepSession.help { try output.line(line) }
            default: try await perform(action)
            }
        }
    }

    private mutating func perform(_ action: StepAction) async throws {
        try await session.perform(action)
        if let notice = session.notice { try output.line(notice) }
        guard let step = session.step else { return }
        for line in step.lines { try output.line(line) }
        try output.line("")
    }

    private func nextLine(_ input: inout LineSource) throws -> String? {
        if prompts { try output.write { $0.append(contentsOf: "> ".utf8) } }
        try output.flush()
        return try input.next().map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
