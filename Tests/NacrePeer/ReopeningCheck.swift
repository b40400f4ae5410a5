import Foundation
import Nacre
import NacreLMDB
import PeerMessages

/// Opens and closes a store repeatedly, and counts the resources that leak.
struct ReopeningCheck {
    let path: String
    let options: LMDBEventStore.Options
    let commits: Int

    func run(times: Int) async throws -> PeerResources {
        // Resources that the process keeps, such as the threads of the cooperative pool, exist after these.
        for _ in 0..<4 { try await openAndClose() }
        let before = try counts()
        for _ in 0..<times { try await openAndClose() }
        return PeerResources(before: before, after: try counts())
    }

    private func openAndClose() async throws {
        let store = try await LMDBEventStore.open(at: path, options: options)
        for _ in 0..<commits {
            try await store.append((0..<300 / commits).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        }
        _ = try await store.read("s-1", .backward(), limit: 300).collect()
        await store.close()
    }

    private func counts() throws -> PeerResources.Counts {
        // A joined thread may still be listed for a moment.
        Thread.sleep(forTimeInterval: 0.05)
        return PeerResources.Counts(
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            mappings: try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count)
    }
}
