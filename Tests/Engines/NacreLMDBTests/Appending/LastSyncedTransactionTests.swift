import Testing

@testable import NacreLMDB

/// A repeated append is acknowledged once the transaction that recorded it is on disk.
struct LastSyncedTransactionTests {
    private var synced = LastSyncedTransaction()

    @Test func `a log is not known to be synced after opening`() {
        #expect(!synced.holds(allBefore: 7))
    }

    @Test mutating func `a commit syncs everything before it, until another process commits`() {
        synced.noteCommit(of: 7)
        #expect(!synced.holds(allBefore: 7))
        #expect(synced.holds(allBefore: 8))
        #expect(!synced.holds(allBefore: 9))
    }

    @Test mutating func `a sync does not cover a later commit of another process under the same number`() {
        synced.noteSync(before: 7)
        #expect(synced.holds(allBefore: 7))
        #expect(!synced.holds(allBefore: 8))
    }
}
