/// The work of one of several processes on one store.
package struct ConsistencyTask: Hashable, Sendable, Codable {
    package var engine: EngineName
    package var durability: Durability

    /// The maximum size of the store, in bytes of address space.
    package var mapSize: Int

    /// The path of the store's folder.
    package var store: String

    /// The path of the file of its clients' histories.
    package var history: String

    package var clients: Range<Int>

    /// The parameters of its clients' calls.
    package var plan: ConsistencyPlan

    /// The duration of its clients' calls, from the start of the process; `nil` if their number alone ends them.
    package var seconds: Double?

    /// Whether the process opens and closes the store by turns.
    package var takesTurns = false

    /// The rule that the store is made to break, to verify that the checker notices.
    package var breaking: StoreBreak?

    package init(
        engine: EngineName, durability: Durability, mapSize: Int, store: String, history: String, clients: Range<Int>,
        plan: ConsistencyPlan, takesTurns: Bool = false, breaking: StoreBreak? = nil
    ) {
        (self.engine, self.durability, self.mapSize, self.store) = (engine, durability, mapSize, store)
        (self.history, self.clients, self.plan) = (history, clients, plan)
        (self.takesTurns, self.breaking) = (takesTurns, breaking)
    }
}
