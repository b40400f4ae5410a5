import LMDB
import Nacre

// Cursor moves that throw the errors of a read model store.
extension Cursor {
    /// Moves to the first entry.
    mutating func firstView() throws(EventStoreError) -> Entry? {
        do throws(LMDBError) {
            return try first()
        } catch {
            throw error.ofViews
        }
    }

    /// Moves to the entry after this one.
    mutating func nextView() throws(EventStoreError) -> Entry? {
        do throws(LMDBError) {
            return try next()
        } catch {
            throw error.ofViews
        }
    }

    /// Moves to the entry before this one.
    mutating func previousView() throws(EventStoreError) -> Entry? {
        do throws(LMDBError) {
            return try previous()
        } catch {
            throw error.ofViews
        }
    }

    /// Moves to the last entry with a smaller key.
    mutating func seekView(before key: [UInt8]) throws -> Entry? {
        do {
            guard try unsafe key.withUnsafeBytes({ try unsafe seek(atLeast: $0) }) != nil else { return try last() }
            return try previous()
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Moves to the first entry with an equal or greater key.
    mutating func seekView(to key: [UInt8]) throws -> Entry? {
        do {
            return try unsafe key.withUnsafeBytes { try unsafe seek(atLeast: $0) }
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Removes the current entry.
    mutating func deleteView() throws(EventStoreError) {
        do throws(LMDBError) {
            try deleteCurrent()
        } catch {
            throw error.ofViews
        }
    }
}
