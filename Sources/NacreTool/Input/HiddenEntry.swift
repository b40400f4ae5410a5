@preconcurrency import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A terminal that does not show what is typed, until the entry ends or a signal ends the program.
struct HiddenEntry {
    private let terminal: Int32
    private let settings: termios
    private let signals: [any DispatchSourceSignal]

    private static let signalNumbers = [SIGINT, SIGTERM, SIGHUP]

    /// Hides what is typed from now on; what was typed before the prompt is discarded.
    ///
    /// - Parameter terminal: The terminal's descriptor.
    /// - Throws: ``FileError`` if the terminal does not allow it.
    init(terminal: Int32) throws(FileError) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { throw Self.failure }
        self.terminal = terminal
        self.settings = settings
        // Otherwise a signal would leave a terminal that shows nothing.
        signals = Self.signalNumbers.map { [settings] number in
            #if canImport(Darwin)
                // Darwin also runs a signal's default action, unless the signal is ignored.
                Darwin.signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                Self.set(settings, of: terminal)
                ExitStatus.interrupted(by: number).endProcess()
            }
            source.resume()
            return source
        }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
            let failure = Self.failure
            end()
            throw failure
        }
    }

    /// Shows what is typed again.
    func end() {
        Self.set(settings, of: terminal)
        for (number, source) in zip(Self.signalNumbers, signals) {
            source.cancel()
            #if canImport(Darwin)
                Darwin.signal(number, SIG_DFL)
            #endif
        }
    }

    private static func set(_ settings: termios, of terminal: Int32) {
        var settings = settings
        // A terminal that is gone shows nothing any more.
        _ = tcsetattr(terminal, TCSADRAIN, &settings)
    }

    private static var failure: FileError {
        FileError(.inputOutput, "cannot hide what is typed on the terminal", systemError: errno)
    }
}
