import Nacre
import NacreRuntime

extension Runtime {
    /// How all process managers are: those that have a stream in the log, and those of the program that have none yet.
    ///
    /// - Parameter tool: The name of the program.
    /// - Returns: Their states, in the order of the bytes of their names.
    /// - Throws: `EventStoreError` where the log cannot be read.
    func processStates(tool: String) async throws -> [ProcessState] {
        let own = try await processes()
        var states: [StreamName: ProcessState] = [:]
        for status in own {
            states[ProcessJournal.stream(of: status.name)] = ProcessState(status, .unused, tool: tool)
        }
        for journal in try await processJournals() {
            let standing: ProcessState.Standing = states[journal.stream] == nil ? .foreign : .own
            states[journal.stream] = ProcessState(try await journal.status(), standing, tool: tool)
        }
        return states.sorted { $0.key < $1.key }.map(\.value)
    }

    /// How the process manager of a journal is.
    ///
    /// - Parameters:
    ///   - journal: The journal, which is in the log.
    ///   - tool: The name of the program.
    /// - Returns: Its state.
    /// - Throws: `EventStoreError` where the log cannot be read.
    func state(of journal: ProcessJournal, tool: String) async throws -> ProcessState {
        let isOwn = try await processes().contains { ProcessJournal.stream(of: $0.name) == journal.stream }
        return ProcessState(try await journal.status(), isOwn ? .own : .foreign, tool: tool)
    }
}
