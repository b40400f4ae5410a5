import LMDB
import Nacre

extension Verification {
    /// Puts pending events into the log, so that they are verified on the disk, and checks the journal's control page.
    ///
    /// The journal is empty then: damage of it is a fault of the disk, and affects no event. One damaged copy of the
    /// control page is none: a power loss may interrupt its write.
    mutating func verifyJournal() throws {
        store.journaling?.leave()
        do throws(EventStoreError) {
            _ = try JournalFile.open(store.folder.journal, of: store.id, for: .reading)
        } catch {
            guard error.code != .inputOutput else { throw error }
            find(nil, "\(error.message); no event is affected, because the journal is empty")
        }
    }
}
