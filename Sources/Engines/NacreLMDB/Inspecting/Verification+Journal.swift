import LMDB
import Nacre

extension Verification {
    /// Puts pending events into the log, so that they are verified on the disk, and checks the journal's control page.
    ///
    /// The journal is empty then: damage of it is a fault of the disk, and affects no event. If the log cannot be
    /// written, the journal stays in use, and the frames of the pending events are checked. One damaged copy of the
    /// control page is no finding: a power loss may interrupt its write.
    mutating func verifyJournal() throws {
        store.journaling?.leave()
        let path = store.folder.journal
        let log = store.environment
        let mark = try log.withStoredSnapshot { (snapshot) in try snapshot.markedHeader(path: log.path)?.mark }
        let pending = store.environment.pendingBlocks.blocks
        do throws(EventStoreError) {
            guard let journal = try JournalFile.open(path, of: store.id, for: .reading), let pending else { return }
            var reader = JournalReader(journal)
            let walk = try reader.walk(continuing: pending[0].before, upTo: pending.end.position)
            // If nothing is pending any more, the use has ended, and its frames do not count.
            guard let damage = walk.damage, log.pendingBlocks.blocks != nil else { return }
            find(damage.position, "\(damage.message); \(Self.unrecoverable)")
        } catch {
            guard error.code != .inputOutput else { throw error }
            let effect =
                if pending != nil {
                    Self.unrecoverable
                } else if mark == .empty {
                    "no event is affected, because the journal is empty"
                } else {
                    "it may have the only copy of events that log.mdb lacks: keep it"
                }
            find(nil, "\(error.message); \(effect)")
        }
    }

    private static let unrecoverable =
        "events that log.mdb lacks cannot be recovered from it: back the store up before it is closed"
}
