import LMDB
import Nacre

extension Verification {
    /// Puts pending events into the log, so that they are verified on the disk, and checks the journal's control pages.
    ///
    /// The journal is empty then: damage of it is a fault of the disk, and affects no event.
    mutating func verifyJournal() throws {
        store.journaling?.leave()
        let path = store.folder.journal
        do throws(EventStoreError) {
            guard let journal = try JournalFile.open(path, of: store.id, for: .reading) else { return }
            for copy in try journal.damagedControlCopies() {
                find(nil, "copy \(copy + 1) of the control page of the journal is damaged; no event is affected")
            }
        } catch {
            guard error.code != .inputOutput else { throw error }
            find(nil, "\(error.message); no event is affected, because the journal is empty")
        }
    }
}
