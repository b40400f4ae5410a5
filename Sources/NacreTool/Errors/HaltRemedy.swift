import Nacre

/// The commands that put right a projection or a process manager that is halted.
struct HaltRemedy: CustomStringConvertible {
    /// What is halted, as the command is called that puts it right.
    enum Kind: String {
        case projections
        case processes
    }

    /// The name of the program.
    let tool: String

    /// What is halted.
    let kind: Kind

    /// Its name.
    let name: String

    /// The position before which it halts.
    let position: Position

    /// Both ways to go on, with the commands.
    var description: String {
        """
        once it is mended: \(tool) \(kind) retry \(name); to pass over the event for good: \(tool) \(kind) skip \(name) \
        \(position) --reason TEXT
        """
    }
}

extension HaltRemedy {
    /// What puts right the halt that an error tells of; `nil` where it tells of none.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - tool: The name of the program.
    init?(of error: EventStoreError, tool: String) {
        guard let name = error.halted, let position = error.position else { return nil }
        self.init(
            tool: tool, kind: error.code == .processHalted ? .processes : .projections, name: name, position: position)
    }
}
