/// The cached rows of one table, with their row type erased.
@usableFromInline
protocol StagedTable: AnyObject {
    /// The bytes under a key.
    ///
    /// The outer `nil` means that the key is not cached, the inner one that it has no row.
    func bytes(for key: PackedKey) throws -> [UInt8]??

    /// The bytes under a key that a batch has changed, in the same form.
    ///
    /// Other keys count as not cached.
    func bytes(for key: PackedKey, changedIn batch: UInt32) throws -> [UInt8]??

    /// Whether a key has a row; `nil` if it is not cached.
    func hasRow(_ key: PackedKey) -> Bool?

    /// Adds the value of a key that is not cached.
    func add(_ bytes: [UInt8]?, for key: PackedKey)

    /// Changes the value of a key.
    ///
    /// - Returns: Whether the key was not cached, and whether the batch has changed it before.
    func change(_ key: PackedKey, to bytes: [UInt8]?, in batch: UInt32) -> (isNew: Bool, isAgain: Bool)

    /// The keys that a batch has changed, in order.
    func keys(changedIn batch: UInt32) -> [PackedKey]

    /// Evicts the rows that a batch has not changed.
    ///
    /// - Returns: The number of rows left.
    func keepOnly(changedIn batch: UInt32) -> Int

    /// The changes of a batch, in key order.
    func changes(in batch: UInt32) throws -> TableChanges

    /// The cached rows, for the next batch.
    func kept() -> any CachedTable
}
