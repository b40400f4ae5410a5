import Foundation
import Nacre
import NacreLMDB
import PeerMessages

/// Opens and closes a store again and again, and counts what stays behind.
struct Reopening {
    let path: String
    let options: LMDBEventStore.Options

    func run(times: Int) async throws -> PeerResources {
        // What the process keeps for good, such as the threads of the cooperative pool, it has from the beginning.
        for _ in 0..<4 { try await openAndClose() }
        let before = try counts()
        for _ in 0..<times { try await openAndClose() }
        return PeerResources(before: before, after: try counts())
    }

    private func openAndClose() async throws {
        let store = try await LMDBEventStore.open(at: path, options: options)
        try await store.append((0..<300).map { _ in EventData(type: "T", data: []) }, to: "s-1")
        _ = try await store.read("s-1").collect()
        await store.close()
    }

    private func counts() throws -> PeerResources.Counts {
        // A thread that was joined may be listed for a moment longer.
        Thread.sleep(forTimeInterval: 0.05)
        return PeerResources.Counts(
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            mappings: try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n").count)
    }
}
