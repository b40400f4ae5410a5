import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import Synchronization

/// Appends batches from several tasks until the process is killed, and announces each acknowledged one.
struct Announcer {
    private static let tasks = 4

    let store: LMDBEventStore
    let eventsPerBatch: Int

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<Self.tasks {
                group.addTask { try await append(to: "batches-\(task)") }
            }
            try await group.waitForAll()
        }
    }

    private func append(to stream: StreamName) async throws {
        // Continues a store that a killed process has left.
        var number = Int(try await store.version(of: stream)) / eventsPerBatch
        while true {
            number += 1
            let events = (0..<eventsPerBatch).map { index in
                EventData(type: "Announced", data: Array("\(number) \(index)".utf8))
            }
            try await store.append(events, to: stream)
            var line = try JSONEncoder().encode(PeerBatch(stream: stream.text, number: number))
            line.append(UInt8(ascii: "\n"))
            // One write per line, which a pipe does not split.
            try FileHandle.standardOutput.write(contentsOf: line)
        }
    }
}
