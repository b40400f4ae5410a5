/// The program that runs.
enum Program {
    /// What the program was called as, without its folder: the name under which it speaks on standard error.
    ///
    /// Commands that a message names begin with `StoreTool.name`, as those in the help do.
    static let name = CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "store") } ?? "store"
}
