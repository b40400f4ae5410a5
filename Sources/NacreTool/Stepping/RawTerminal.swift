@preconcurrency import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A terminal on which a program draws the whole screen and reads each key.
///
/// The terminal is as before after ``end()``, while the program is stopped, and when a signal ends it.
///
/// Threading: all members may be called from any thread.
final class RawTerminal: Sendable {
    /// What happens at the terminal.
    enum Input: Hashable, Sendable {
        /// The bytes of pressed keys.
        case keys([UInt8])

        /// The screen has to be drawn: it has another size, or another program has drawn on it.
        case redraw
    }

    /// The size of the screen in characters.
    struct Size: Hashable, Sendable {
        var columns: Int
        var rows: Int
    }

    /// What happens at the terminal; it ends when the terminal is gone.
    let inputs: AsyncStream<Input>

    private static let ending = [SIGINT, SIGTERM, SIGHUP]

    private struct State {
        var isRaw = false
        var sources: [any DispatchSourceProtocol] = []
    }

    private let input: Int32
    private let output: Int32
    private let settings: termios
    private let send: AsyncStream<Input>.Continuation
    private let state = Mutex(State())

    /// Takes over a terminal.
    ///
    /// - Parameters:
    ///   - input: The descriptor that keys are read from.
    ///   - output: The descriptor that the screen is drawn on.
    /// - Throws: ``FileError`` if the terminal does not allow it.
    init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(FileError) {
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { throw Self.failure }
        self.input = input
        self.output = output
        self.settings = settings
        (inputs, send) = AsyncStream.makeStream()
        observe()
        guard state.withLock({ enter(&$0) }) else {
            let failure = Self.failure
            end()
            throw failure
        }
    }

    /// Whether both descriptors are terminals on which a screen can be drawn.
    static var isAvailable: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(environment("TERM") ?? "")
    }

    /// The present size of the screen.
    var size: Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Writes text and control sequences, unless the terminal is given back.
    ///
    /// - Throws: ``FileError`` if the terminal is gone.
    func write(_ text: String) throws(FileError) {
        try state.withLock { state throws(FileError) in
            if state.isRaw { try Self.write(text, to: output) }
        }
    }

    /// Gives the terminal back, as it was before.
    func end() {
        let sources = state.withLock { state in
            leave(&state)
            defer { state.sources = [] }
            return state.sources
        }
        for source in sources { source.cancel() }
        send.finish()
        #if canImport(Darwin)
            for number in Self.ending + [SIGTSTP] { Darwin.signal(number, SIG_DFL) }
        #endif
    }

    private func enter(_ state: inout State) -> Bool {
        var raw = settings
        // Signals of keys stay: Ctrl-C ends the program, Ctrl-Z stops it.
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        guard Self.set(raw, of: input) else { return false }
        state.isRaw = true
        // The other screen, so that what was shown before is shown again; without a cursor.
        return succeeds { () throws(FileError) in try Self.write("\u{1B}[?1049h\u{1B}[?25l", to: output) }
    }

    /// Takes the terminal over again after a stop; if it is gone, the view ends.
    private func reenter(_ state: inout State) {
        if enter(&state) { send.yield(.redraw) } else { send.finish() }
    }

    private func leave(_ state: inout State) {
        guard state.isRaw else { return }
        state.isRaw = false
        // A terminal that is gone needs no settings.
        _ = succeeds { () throws(FileError) in try Self.write("\u{1B}[?25h\u{1B}[?1049l", to: output) }
        _ = Self.set(settings, of: input)
    }

    /// Sets a terminal, again if a signal interrupts it.
    private static func set(_ settings: termios, of terminal: Int32) -> Bool {
        var settings = settings
        while tcsetattr(terminal, TCSADRAIN, &settings) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    private func succeeds(_ body: () throws(FileError) -> Void) -> Bool {
        do throws(FileError) {
            try body()
            return true
        } catch {
            return false
        }
    }

    private func observe() {
        var sources: [any DispatchSourceProtocol] = [
            source(of: SIGWINCH) { $0.send.yield(.redraw) },
            source(of: SIGTSTP) { terminal in
                terminal.state.withLock { state in
                    terminal.leave(&state)
                    // Not the same signal, whose default action is lost to the handler; and this thread's own, so that
                    // it goes no further before the program is stopped.
                    pthread_kill(pthread_self(), SIGSTOP)
                    terminal.reenter(&state)
                }
            },
            source(of: SIGCONT) { terminal in
                // After a stop by SIGSTOP, the shell has set the terminal as it likes.
                terminal.state.withLock { state in
                    if state.isRaw { terminal.reenter(&state) }
                }
            },
        ]
        sources += Self.ending.map { number in
            source(of: number) { terminal in
                terminal.state.withLock { terminal.leave(&$0) }
                // The other signals end the command in an orderly way; see `Interruption`.
                if number == SIGHUP { ExitStatus.interrupted(by: number).endProcess() }
            }
        }
        let keys = DispatchSource.makeReadSource(fileDescriptor: input)
        keys.setEventHandler { [weak self] in self?.readKeys() }
        keys.resume()
        sources.append(keys)
        state.withLock { [sources] in $0.sources = sources }
    }

    private func source(
        of number: Int32, _ handle: @escaping @Sendable (RawTerminal) -> Void
    ) -> any DispatchSourceProtocol {
        #if canImport(Darwin)
            // Darwin also runs a signal's default action, unless the signal is ignored.
            if Self.ending.contains(number) || number == SIGTSTP { Darwin.signal(number, SIG_IGN) }
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [weak self] in
            if let self { handle(self) }
        }
        source.resume()
        return source
    }

    private func readKeys() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &buffer, buffer.count)
        if count > 0 {
            send.yield(.keys(Array(buffer[..<count])))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            send.finish()
        }
    }

    private static func write(_ text: String, to output: Int32) throws(FileError) {
        var buffered = BufferedOutput(descriptor: output, name: "the terminal")
        buffered.buffer.append(contentsOf: text.utf8)
        try buffered.flush()
    }

    private static var failure: FileError {
        FileError(.inputOutput, "cannot read single keys from the terminal", systemError: errno)
    }
}
