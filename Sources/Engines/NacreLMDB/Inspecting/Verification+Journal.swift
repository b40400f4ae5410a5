import LMDB
import Nacre

extension Verification {
    /// Puts pending events into the log, so that they are verified on the disk, and checks the journal's control page.
    ///
    /// The journal is empty then: damage of it is a fault of the disk, and affects no event. If the log cannot be
    /// written, the journal stays in use. One damaged copy of the control page is no finding: a power loss may
    /// interrupt its write.
    mutating func verifyJournal() throws {
        store.journaling?.leave()
        do throws(EventStoreError) {
            _ = try JournalFile.open(store.folder.journal, of: store.id, for: .reading)
        } catch {
            guard error.code != .inputOutput else { throw error }
            let effect =
                store.environment.pendingBlocks.blocks != nil
                ? "events that log.mdb lacks cannot be recovered from it: back the store up before it is closed"
                : "no event is affected, because the journal is empty"
            find(nil, "\(error.message); \(effect)")
        }
    }
}
