/// What is kept in memory of the rows of one table, whatever form they have.
@usableFromInline
protocol StagedTable: AnyObject {
    /// The bytes under a key; `nil` within where there is no row, and without where nothing is known of it.
    func bytes(for key: PackedKey) throws -> [UInt8]??

    /// The bytes under a key that a batch has put, as above; nothing is known of the others.
    func bytes(for key: PackedKey, changedIn batch: UInt32) throws -> [UInt8]??

    /// Keeps what is under a key of which nothing is known.
    func add(_ bytes: [UInt8]?, for key: PackedKey)

    /// Changes what is under a key.
    ///
    /// - Returns: Whether nothing was known of the key, and whether the batch has changed it before.
    func change(_ key: PackedKey, to bytes: [UInt8]?, in batch: UInt32) -> (isNew: Bool, isAgain: Bool)

    /// The keys that a batch has changed, in order.
    func keys(changedIn batch: UInt32) -> [PackedKey]

    /// Lets go of what a batch has not changed.
    ///
    /// - Returns: How many rows are left.
    func keepOnly(changedIn batch: UInt32) -> Int

    /// What a batch has changed, in the order of the keys.
    func changes(in batch: UInt32) throws -> TableChanges

    /// What is kept, for the next batch.
    func kept() -> any KeptTable
}
