import DomainKit
import Testing

@testable import Nacre

@Suite("NDJSON round trips")
struct NDJSONRoundTripTests {
    private func line(_ event: RecordedEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        NDJSON.write(event, to: &bytes)
        return bytes
    }

    @Test("any event survives a round trip byte for byte, on one line", arguments: 0..<8 as Range<UInt64>)
    func lossless(seed: UInt64) throws {
        var generator = EventGenerator(seed: seed)
        for _ in 0..<400 {
            let event = generator.event()
            let line = line(event)
            #expect(!line.contains { $0 == 0x0A || $0 == 0x0D })
            let entry = try NDJSON.decode(line)
            let text = String(decoding: line, as: UTF8.self)
            #expect(entry.stream == event.stream, "\(text)")
            #expect(entry.event.id == event.id, "\(text)")
            #expect(entry.event.type == event.type, "\(text)")
            #expect(entry.event.schema == event.schema, "\(text)")
            #expect(entry.event.time?.nanosecondsSince1970 == event.time.nanosecondsSince1970, "\(text)")
            #expect(entry.event.time?.decimals == event.time.decimals, "\(text)")
            #expect(entry.event.tags == event.tags, "\(text)")
            #expect(entry.event.data == event.data, "\(text)")
            #expect(entry.event.metadata == event.metadata, "\(text)")
        }
    }

    @Test("a line that is written, read and written again is unchanged", arguments: 0..<4 as Range<UInt64>)
    func stable(seed: UInt64) throws {
        var generator = EventGenerator(seed: 100 + seed)
        for _ in 0..<400 {
            let event = generator.event()
            let line = line(event)
            #expect(try self.line(recorded(NDJSON.decode(line), like: event)) == line)
        }
    }

    @Test("corrupted lines are read or rejected, without a crash", arguments: 0..<4 as Range<UInt64>)
    func spoiled(seed: UInt64) {
        var events = EventGenerator(seed: 200 + seed)
        var generator = JSONGenerator(seed: 300 + seed)
        var refused = 0
        for _ in 0..<400 {
            let line = generator.spoiled(line(events.event()))
            do {
                let entry = try NDJSON.decode(line)
                #expect(throws: Never.self) { try entry.event.validate() }
            } catch {
                refused += 1
            }
        }
        #expect(refused > 100)
    }

    private func recorded(_ entry: Commit.Entry, like event: RecordedEvent) throws -> RecordedEvent {
        RecordedEvent(
            position: event.position, stream: entry.stream, version: event.version, id: try #require(entry.event.id),
            type: entry.event.type, schema: entry.event.schema, time: try #require(entry.event.time),
            recordedAt: event.recordedAt, tags: entry.event.tags, data: entry.event.data,
            metadata: entry.event.metadata, isLastOfCommit: event.isLastOfCommit)
    }
}
