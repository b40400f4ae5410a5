import ChildProcesses
import Foundation

extension ChildProcess {
    /// Starts a program at a place; its process id is that of the program.
    convenience init(_ program: URL, _ arguments: [String], at place: ServerPlace, output: URL) async throws {
        let command = place.launcher + [program.path] + arguments
        try await self.init(
            URL(filePath: command[0]), Array(command.dropFirst()), output: output, errors: output)
    }
}
