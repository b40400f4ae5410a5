/// What one process of several does on one store.
struct ConsistencyTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The largest size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// The path of the file for what its clients note.
    var history: String

    var clients: Range<Int>

    /// What they draw from.
    var plan: ConsistencyPlan

    /// The rule that the store is made to break, to see that the checker notices.
    var breaking: StoreBreak?
}
