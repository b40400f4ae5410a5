/// The running program.
enum Program {
    /// The name by which the program was called, without its folder; it begins the messages on standard error.
    ///
    /// Commands that a message names begin with `StoreTool.name`, as in the help.
    static let name = CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "store") } ?? "store"
}
