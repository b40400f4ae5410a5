import LMDB
import Nacre

// The cursor's moves with the errors that a store of read models throws.
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

    /// Moves to the last entry whose key is less than the given one.
    mutating func seekView(before key: [UInt8]) throws -> Entry? {
        do {
            guard try key.withUnsafeBytes({ try seek(atLeast: $0) }) != nil else { return try last() }
            return try previous()
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Moves to the first entry whose key is the given one or a greater one.
    mutating func seekView(to key: [UInt8]) throws -> Entry? {
        do {
            return try key.withUnsafeBytes { try seek(atLeast: $0) }
        } catch let error as LMDBError {
            throw error.ofViews
        }
    }

    /// Removes the entry at which the cursor stands.
    mutating func deleteView() throws(EventStoreError) {
        do throws(LMDBError) {
            try deleteCurrent()
        } catch {
            throw error.ofViews
        }
    }
}
