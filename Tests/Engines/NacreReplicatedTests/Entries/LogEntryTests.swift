import Nacre
import TestRandomness
import Testing

@testable import NacreReplicated

struct LogEntryTests {
    private let before = Checkpoint(storeID: StoreID(.random()), position: 7, fingerprint: 99)

    private func entry(
        _ part: Int = 0, of count: Int = 1, group: EventID = .random(), _ text: String = "x"
    ) -> LogEntry {
        LogEntry(
            .commits, group: group, node: .random(), part: part, of: count, before: before,
            payload: Array(text.utf8)[...])
    }

    @Test func `an entry is read as it was written`() throws {
        let entry = entry(2, of: 5, "payload")
        let read = try LogEntry(SequencedEntry(sequence: LogSequence(1), bytes: entry.encoded))
        #expect(read.isSamePart(as: entry))
        #expect(read.kind == .commits && read.node == entry.node && read.before == before && read.partCount == 5)
        #expect(Array(read.payload) == Array("payload".utf8))
    }

    @Test func `any changed byte is found`() throws {
        let bytes = entry().encoded
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            let error = #expect(throws: ReplicatedLogError.self) {
                try LogEntry(SequencedEntry(sequence: LogSequence(3), bytes: damaged))
            }
            #expect(error?.code == .foreignContent)
        }
        for count in [0, 10, bytes.count - 1] {
            #expect(throws: ReplicatedLogError.self) {
                try LogEntry(SequencedEntry(sequence: LogSequence(3), bytes: Array(bytes.prefix(count))))
            }
        }
    }

    @Test func `parts count when all are there, one behind the other`() {
        let group = EventID.random()
        let parts = (0..<3).map { entry($0, of: 3, group: group, "\($0)") }
        var series = EntrySeries()
        #expect(parts.map { series.take($0) } == [nil, nil, Array("012".utf8)])
        // Another group between two parts, the same part twice, a missing first part.
        for order in [[parts[0], entry(), parts[1], parts[2]], [parts[0], parts[0], parts[2]], [parts[1], parts[2]]] {
            var series = EntrySeries()
            #expect(order.allSatisfy { (series.take($0)?.count ?? 0) < 3 })
        }
        #expect(series.take(parts[0]) == nil && series.isOpen)
        #expect(series.take(entry()) == Array("x".utf8) && !series.isOpen)
    }
}
