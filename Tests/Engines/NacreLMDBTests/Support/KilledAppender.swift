import Foundation
import Nacre
import PeerMessages
import Testing

@testable import NacreLMDB

/// A process that appends batches and is killed, and what it must leave.
enum KilledAppender {
    private static let eventsPerBatch = 7

    /// Kills a process that appends, shortly after it has announced a number of batches.
    ///
    /// - Returns: The announced version of each stream.
    static func kill(
        of path: String, _ arguments: [String], after announcements: Int, pause: Duration
    ) async throws -> [String: Int] {
        let (text, wasKilled) = try await Peer(store: path, arguments: arguments).kill(
            .announce(eventsPerBatch: eventsPerBatch), after: announcements, pause: pause)
        #expect(wasKilled)
        var announced: [String: Int] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let batch = try JSONDecoder().decode(PeerBatch.self, from: line)
            announced[batch.stream] = max(announced[batch.stream] ?? 0, batch.number)
        }
        return announced
    }

    /// Expects whole batches in the streams of the process, and positions and versions without gaps in all of them.
    static func expectWholeBatches(in store: LMDBEventStore, atLeast announced: [String: Int]) async throws {
        var versions: [StreamName: Int] = [:]
        var next: Position = 1
        for try await event in store.readLog() {
            #expect(event.position == next)
            next += 1
            let version = versions[event.stream, default: 0]
            versions[event.stream] = version + 1
            #expect(event.version == StreamVersion(version + 1))
            guard event.stream.category == "batches" else { continue }
            let (number, index) = version.quotientAndRemainder(dividingBy: eventsPerBatch)
            #expect(event.data == Array("\(number + 1) \(index)".utf8))
            #expect(event.isLastOfCommit == (index == eventsPerBatch - 1))
        }
        for (stream, version) in versions where stream.category == "batches" {
            #expect(version.isMultiple(of: eventsPerBatch), "\(stream) ends inside a batch")
        }
        for (stream, number) in announced {
            #expect(versions[StreamName(stream), default: 0] >= number * eventsPerBatch)
        }
        let findings = Notices()
        _ = try await store.verify(progress: { _, _ in }, finding: { findings.add($0.description) })
        #expect(findings.all == [])
    }
}
