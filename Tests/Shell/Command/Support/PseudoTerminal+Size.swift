import ChildProcesses
import Foundation

extension PseudoTerminal {
    /// Gives the terminal a size, in cells.
    func resize(columns: Int, rows: Int) throws {
        let descriptor = open(path, O_RDWR | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(systemError: errno) }
        defer { close(descriptor) }
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        guard ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure(systemError: errno) }
    }

    /// Runs `nacre` with its results at the terminal.
    ///
    /// - Returns: The lines that it shows.
    func lines(_ arguments: [String], environment: [String: String] = [:]) async throws -> [String] {
        let process = try await ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", #""$0" "$@" >"$TERMINAL" 2>&1; echo "(end)" >"$TERMINAL""#, NacreProcess.program] + arguments,
            environment: ProcessInfo.processInfo.environment.merging(["NACRE_STORE": "", "NO_COLOR": "1"]) { $1 }
                .merging(environment) { $1 }
                .merging(["TERMINAL": path]) { $1 },
            output: ChildProcess.null)
        let shown = try await shown(until: "(end)\r\n")
        _ = try await process.ending()
        return shown.components(separatedBy: "\r\n").dropLast(2)
    }
}
