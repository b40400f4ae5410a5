import ChildProcesses
import Foundation

/// A terminal at which a program under test reads and writes.
final class PseudoTerminal: Sendable {
    /// The terminal cannot be made.
    struct Failure: Error {
        let systemError: Int32
    }

    /// The path of the program's end.
    let path: String

    private let descriptor: Int32

    init() throws {
        #if os(Linux)
            // The module of glibc lacks posix_openpt and its companions. The numbers are those of asm-generic/ioctls.h.
            let (setLock, getNumber) = (0x4004_5431 as UInt, 0x8004_5430 as UInt)
            var (lock, number) = (0 as Int32, 0 as Int32)
            descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0, ioctl(descriptor, setLock, &lock) == 0, ioctl(descriptor, getNumber, &number) == 0
            else { throw Failure(systemError: errno) }
            path = "/dev/pts/\(number)"
        #else
            descriptor = posix_openpt(O_RDWR | O_NOCTTY)
            guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
            else { throw Failure(systemError: errno) }
            path = String(cString: name)
        #endif
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw Failure(systemError: errno) }
    }

    deinit { close(descriptor) }

    /// Starts `nacre` at the terminal, with its results there or elsewhere.
    func start(
        _ arguments: [String], environment: [String: String], showsResults: Bool = false
    ) async throws -> ChildProcess {
        // The shell opens the terminal: the tests' own process would perhaps take it for its controlling terminal.
        let results = showsResults ? #" >"$TERMINAL""# : ""
        return try await ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", #"exec "$0" "$@" <"$TERMINAL" 2>"$TERMINAL""# + results, NacreProcess.program] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }
                .merging(["TERMINAL": path]) { $1 },
            output: ChildProcess.null)
    }

    /// Gives the terminal a size, without a signal to its programs.
    func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize()
        (size.ws_col, size.ws_row) = (columns, rows)
        guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure(systemError: errno) }
    }

    /// Types a line.
    func type(_ line: String) throws {
        try press("\(line)\n")
    }

    /// Presses keys.
    func press(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(systemError: errno) }
    }

    /// What the terminal shows from now on, until it shows a text.
    func shown(until text: String) async throws -> String {
        var shown: [UInt8] = []
        while true {
            try Task.checkCancellation()
            shown += try pending()
            let found = String(decoding: shown, as: UTF8.self)
            if found.contains(text) { return found }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// What the terminal shows that was not read yet.
    func pending() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        // EIO: no program has the terminal open at present.
        guard count >= 0 || errno == EAGAIN || errno == EIO else { throw Failure(systemError: errno) }
        return Array(buffer[..<max(0, count)])
    }

    /// Whether typed characters are shown.
    var isEchoing: Bool {
        get throws {
            var settings = termios()
            guard tcgetattr(descriptor, &settings) == 0 else { throw Failure(systemError: errno) }
            return settings.c_lflag & tcflag_t(ECHO) != 0
        }
    }
}
