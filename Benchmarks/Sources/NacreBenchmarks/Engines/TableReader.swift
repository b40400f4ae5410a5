import Nacre

/// Reads the events of a store in a table of rows, from first to last.
protocol TableReader {
    /// The names of streams and types by their keys: joining the tables of names would cost time for every row.
    associatedtype KeyedNames

    func allNames() throws -> KeyedNames

    /// Steps through every row of the log without copying, and touches every byte of it.
    func scan() throws -> LogContents

    /// Calls a body with every event of the log, in order, as a self-contained value.
    func readAll(_ names: KeyedNames, _ body: (RecordedEvent) throws -> Void) throws
}

extension TableReader {
    /// Reads the whole log repeatedly.
    func replay(by path: ReplayPath, seconds: Double) throws -> ReplaySlice {
        guard path == .sequence else { return try .passes(seconds: seconds) { try scan() } }
        let names = try allNames()
        return try .passes(seconds: seconds) {
            var contents = LogContents(events: 0, payloadSum: 0)
            try readAll(names) { contents.add($0.data) }
            return contents
        }
    }

    /// Passes the whole log to an auditor.
    func readBack(into auditor: LogAuditor) throws -> LogAuditor {
        var auditor = auditor
        try readAll(allNames()) { auditor.observe($0) }
        return auditor
    }
}
