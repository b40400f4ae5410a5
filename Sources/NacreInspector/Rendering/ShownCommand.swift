import NacreTool

/// The command line that prints what a view shows.
struct ShownCommand: Sendable {
    /// The command, quoted for a shell.
    let command: String

    /// Creates the command of a program.
    ///
    /// - Parameters:
    ///   - tool: The name of the program.
    ///   - words: The words after it.
    ///   - store: The folder of the store.
    init(_ tool: String, _ words: [String], store: String) {
        command = ([tool] + words + ["--store", store]).map { "\(ShellWord($0))" }.joined(separator: " ")
    }

    /// An option with a value that may begin with a hyphen.
    static func option(_ name: String, _ value: String) -> String { "--\(name)=\(value)" }
}
