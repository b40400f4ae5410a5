/// The work of one of several processes on one store.
struct ConsistencyTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The maximum size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// The path of the file of its clients' histories.
    var history: String

    var clients: Range<Int>

    /// The parameters of its clients' calls.
    var plan: ConsistencyPlan

    /// The rule that the store is made to break, to verify that the checker notices.
    var breaking: StoreBreak?
}
