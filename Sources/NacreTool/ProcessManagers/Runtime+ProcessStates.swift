import Nacre
import NacreRuntime

extension Runtime {
    /// The journals of all process managers: those that have a stream in the log, and the program's others.
    ///
    /// - Returns: The journals, in byte order of the streams.
    /// - Throws: `EventStoreError` if the log cannot be read.
    func allProcessJournals() async throws -> [ProcessJournal] {
        let recorded = try await processJournals()
        let unused = try await processes()
            .map { ProcessJournal(of: $0.name, in: store, time: storage.time) }
            .filter { own in !recorded.contains { $0.stream == own.stream } }
        return (recorded + unused).sorted { $0.stream < $1.stream }
    }

    /// The states of process managers.
    ///
    /// - Parameters:
    ///   - journals: The journals.
    ///   - tool: The program's name, for hints.
    /// - Returns: The state of each.
    /// - Throws: `EventStoreError` if the log cannot be read.
    func states(of journals: [ProcessJournal], tool: String) async throws -> [ProcessState] {
        let own = Set(try await processes().map { ProcessJournal.stream(of: $0.name) })
        var states: [ProcessState] = []
        for journal in journals {
            let isUsed = try await store.version(of: journal.stream) > 0
            let standing: ProcessState.Standing = own.contains(journal.stream) ? (isUsed ? .own : .unused) : .foreign
            states.append(ProcessState(try await journal.status(), standing, tool: tool))
        }
        return states
    }
}
