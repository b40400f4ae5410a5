import DomainKit
import Nacre

/// An accepted line is an event that every store accepts by import, and is the same after it is
/// written and read again.
enum NDJSONProperties {
    static func check(_ bytes: [UInt8]) {
        guard let entry = decoded(bytes) else { return }
        expect(JSONChecker.accepts(bytes), "a line that is no JSON is taken: \(bytes)")
        do {
            try Commit(entries: [entry]).validate(as: .system)
        } catch {
            fatalError("an event is taken that no store takes: \(error)")
        }
        let event = RecordedEvent(
            position: 1, stream: entry.stream, version: 1, id: entry.event.id ?? EventID(high: 1, low: 2),
            type: entry.event.type, schema: entry.event.schema,
            time: entry.event.time ?? Instant(nanosecondsSince1970: 0, decimals: 0),
            recordedAt: Instant(nanosecondsSince1970: 0, decimals: 0), tags: entry.event.tags, data: entry.event.data,
            metadata: entry.event.metadata, isLastOfCommit: true)
        var line: [UInt8] = []
        NDJSON.write(event, to: &line)
        expect(!line.contains(0x0A), "a line has a line break within: \(line)")
        guard let again = decoded(line) else { fatalError("what was written cannot be read: \(line)") }
        expect(
            again.stream == event.stream && again.event.id == event.id && again.event.type == event.type
                && again.event.schema == event.schema && again.event.time == event.time
                && again.event.time?.decimals == event.time.decimals && again.event.tags == event.tags
                && again.event.data == event.data && again.event.metadata == event.metadata,
            "\(again) is not what was written: \(event)")
    }

    private static func decoded(_ bytes: [UInt8]) -> Commit.Entry? {
        do throws(NDJSONError) {
            return try NDJSON.decode(bytes)
        } catch {
            expect(!error.message.isEmpty, "an error without a message")
            return nil
        }
    }
}
