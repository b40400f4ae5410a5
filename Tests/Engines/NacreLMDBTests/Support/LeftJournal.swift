import LMDB

@testable import NacreLMDB

/// What a process that is dead has left of its use of the journal.
struct LeftJournal {
    /// Whether the mark of the log calls the journal in use.
    private(set) var isInUse = false
    /// The number of frames in the journal, and how many of them the log lacks.
    private(set) var frames = 0
    private(set) var missing = 0

    /// Reads log and journal, and changes neither.
    ///
    /// - Parameter path: The folder of a store that no process has open.
    /// - Throws: `EventStoreError` as ``JournalRecovery``.
    init(store path: String) throws {
        let log = try Environment.open(
            at: path + "/log.mdb", options: Environment.Options(mapSize: 256 << 20, durability: .full))
        defer { log.close() }
        guard let recovery = try JournalRecovery(of: log, journalAt: StoreFolder(path).journal) else { return }
        isInUse = true
        frames = recovery.walk.frames.count
        missing = recovery.pending.count
    }
}
