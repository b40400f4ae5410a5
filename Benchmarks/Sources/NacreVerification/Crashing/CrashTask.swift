import Foundation
package import Nacre

/// The task of a child until it is killed.
package struct CrashTask: Hashable, Sendable, Codable {
    package var engine: EngineName
    package var durability: Durability

    /// The maximum size of the store, in bytes of address space.
    package var mapSize: Int

    /// The path of the store's folder.
    package var store: String

    /// The path of the journals' folder, which is not the store's.
    package var journals: String

    package var plan: CrashPlan

    /// The number of each writer's next commit.
    package var next: [UInt64]

    package var heads: [Int: StreamVersion]

    /// The deliberate fault of the child, to verify that it is detected.
    package var plant: CrashPlant?

    package init(
        engine: EngineName, durability: Durability, mapSize: Int, store: String, journals: String, plan: CrashPlan,
        next: [UInt64], heads: [Int: StreamVersion], plant: CrashPlant? = nil
    ) {
        (self.engine, self.durability, self.mapSize, self.store) = (engine, durability, mapSize, store)
        (self.journals, self.plan, self.next, self.heads, self.plant) = (journals, plan, next, heads, plant)
    }

    /// A writer's journal.
    func journal(of writer: Int) -> URL { file("writer-\(writer)") }

    /// Where the child notes the uses of the store's journal.
    var journalUse: URL { file("journal-use") }

    /// A file beside the writers' journals.
    func file(_ name: String) -> URL {
        URL(fileURLWithPath: journals, isDirectory: true).appendingPathComponent(name)
    }
}
