import Nacre

/// The commands that retry or skip the event that halts a projection or a process manager.
struct HaltRemedy: CustomStringConvertible {
    /// What is halted: the name of the command for it.
    enum Kind: String {
        case projections
        case processes
    }

    /// The program's name, with which the commands begin.
    let tool: String

    /// Whether it is a projection or a process manager.
    let kind: Kind

    /// The name of the projection or process manager.
    let name: String

    /// The position before which it halts.
    let position: Position

    /// Both commands, in one line.
    var description: String {
        "once it is fixed: \(retry); to skip the event permanently: \(skip)"
    }

    private var retry: String { "\(tool) \(kind.rawValue) retry \(isOptionLike ? "-- " : "")\(word)" }

    private var skip: String {
        let command = "\(tool) \(kind.rawValue) skip"
        // After `--` every argument is positional, so the option comes first.
        return isOptionLike
            ? "\(command) --reason TEXT -- \(word) \(position)" : "\(command) \(word) \(position) --reason TEXT"
    }

    /// Whether the argument parser would take the name for an option.
    private var isOptionLike: Bool { name.hasPrefix("-") }

    /// The name, quoted for a shell if necessary: another program or an import may have written it.
    private var word: String { ShellWord(name).description }
}

extension HaltRemedy {
    /// The remedy for an error; `nil` if the error is not about a halt.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - tool: The program's name.
    init?(of error: EventStoreError, tool: String) {
        guard let name = error.halted, let position = error.position else { return nil }
        self.init(
            tool: tool, kind: error.code == .processHalted ? .processes : .projections, name: name, position: position)
    }
}
