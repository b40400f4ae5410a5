extension StandardOutput {
    /// Writes bytes of an event as they are, but not to a terminal, which they could control.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``CommandError`` on a terminal; ``FileError``.
    func unescaped(_ bytes: [UInt8]) throws {
        guard !terminal.isTerminal else {
            throw CommandError(
                .badInput, "bytes of an event could control the terminal: write them to a file, with > FILE")
        }
        try write { $0 += bytes }
    }
}
