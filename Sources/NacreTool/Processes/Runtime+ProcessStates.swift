import Nacre
import NacreRuntime

extension Runtime {
    /// The states of all process managers: those that have a stream in the log, and the program's others.
    ///
    /// - Parameter tool: The program's name, for hints.
    /// - Returns: The states, in byte order of the names.
    /// - Throws: `EventStoreError` if the log cannot be read.
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

    /// The state of the process manager of a journal.
    ///
    /// - Parameters:
    ///   - journal: The journal, which is in the log.
    ///   - tool: The program's name, for hints.
    /// - Returns: Its state.
    /// - Throws: `EventStoreError` if the log cannot be read.
    func state(of journal: ProcessJournal, tool: String) async throws -> ProcessState {
        let isOwn = try await processes().contains { ProcessJournal.stream(of: $0.name) == journal.stream }
        return ProcessState(try await journal.status(), isOwn ? .own : .foreign, tool: tool)
    }
}
