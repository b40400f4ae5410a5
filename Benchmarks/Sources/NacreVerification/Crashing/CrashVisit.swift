import Foundation
import Nacre

/// The task of a process beside the child: it opens the store for a moment, again and again, so that the child hands its
/// journal over.
package struct CrashVisit: Hashable, Sendable, Codable {
    package var engine: EngineName
    package var durability: Durability

    /// The maximum size of the store, in bytes of address space.
    package var mapSize: Int

    /// The path of the store's folder.
    package var store: String

    /// The path of the file that receives how long each opening took.
    package var openings: String

    package var seed: UInt64

    /// How long the child is alone, and how long the visitor stays, in nanoseconds: long enough alone to take the
    /// journal into use.
    private static let pauses = 100_000_000..<900_000_000
    private static let stays = 0..<50_000_000

    init(of task: CrashTask, seed: UInt64) {
        (engine, durability, mapSize) = (task.engine, task.durability, task.mapSize)
        (store, openings) = (task.store, task.file("openings").path)
        self.seed = seed
    }

    /// Visits the store until the process is killed.
    package func run() async throws {
        let engine = engine.engine(durability, mapSize: mapSize)
        let folder = URL(fileURLWithPath: store, isDirectory: true)
        let openings = try HandOverNotes(creating: URL(fileURLWithPath: openings))
        var random = SplitMix64(seed: seed)
        while true {
            try await pause(Self.pauses, &random)
            let start = monotonicNanoseconds()
            let session = try await engine.open(folder)
            try openings.note("\(monotonicNanoseconds() - start)")
            _ = try await session.head()
            try await pause(Self.stays, &random)
            try await session.close()
        }
    }

    private func pause(_ times: Range<Int>, _ random: inout SplitMix64) async throws {
        try await Task.sleep(nanoseconds: UInt64(times.lowerBound + random.next(below: times.count)))
    }
}
