import Foundation
import Nacre

/// What a child does until it is killed.
struct CrashTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The largest size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// The path of the folder for the journals, which is not the store's.
    var journals: String

    var plan: CrashPlan

    /// The number of each writer's next commit.
    var next: [UInt64]

    var heads: [Int: StreamVersion]

    /// In what way the child is careless, to see that it is found out.
    var plant: CrashPlant?

    /// A writer's journal.
    func journal(of writer: Int) -> URL {
        URL(fileURLWithPath: journals, isDirectory: true).appendingPathComponent("writer-\(writer)")
    }
}
