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
        let command = "\(tool) \(kind.rawValue)"
        return """
            once it is mended: \(command) retry \(word); to pass over the event for good: \(command) skip \(word) \
            \(position) --reason TEXT
            """
    }

    /// The name as a shell takes it for one word: that of a process manager may come from a log of another program.
    private var word: String {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
        return isPlain ? name : "'\(name.replacing("'", with: #"'\''"#))'"
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
