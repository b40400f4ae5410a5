import Foundation
import Nacre

/// The task of a child until it is killed.
struct CrashTask: Hashable, Sendable, Codable {
    var engine: EngineName
    var durability: Durability

    /// The maximum size of the store, in bytes of address space.
    var mapSize: Int

    /// The path of the store's folder.
    var store: String

    /// The path of the journals' folder, which is not the store's.
    var journals: String

    var plan: CrashPlan

    /// The number of each writer's next commit.
    var next: [UInt64]

    var heads: [Int: StreamVersion]

    /// The deliberate fault of the child, to verify that it is detected.
    var plant: CrashPlant?

    /// A writer's journal.
    func journal(of writer: Int) -> URL {
        URL(fileURLWithPath: journals, isDirectory: true).appendingPathComponent("writer-\(writer)")
    }
}
