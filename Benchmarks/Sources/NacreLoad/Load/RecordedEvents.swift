import Foundation
import Nacre

/// The events of a real file, as a load appends them: types, schema numbers, tags, data and metadata, grouped by
/// stream.
///
/// Each writer has some of the file's streams and appends their events in the file's order, repeatedly, so that the
/// load has the file's hot streams and large events. Streams have the load's names, and the data of every event begins
/// with its mark, so that the audit can distinguish all events. The file's ids and times are left out: a repeated event
/// is a new one, with the time of its append.
package struct RecordedEvents: Hashable, Sendable, Codable {
    package struct Event: Hashable, Sendable, Codable {
        /// The number of its stream, in the order of first occurrence in the file.
        package var stream: Int

        package var type: String
        package var tags: [String]

        /// Its data, after space for a mark.
        package var payload: [UInt8]

        package var schema: Int
        package var metadata: [UInt8]
    }

    /// The maximum bytes of data in a load, which are held in memory.
    static let greatestBytes = 512 << 20

    /// All events, in the file's order.
    package var events: [Event] = []

    package var streams = 0

    /// The indexes of a writer's events, in order: at least one for each of its streams.
    ///
    /// - Complexity: O(*n*) in the events of the file.
    func indexes(inStreams streams: Range<Int>) -> [Int] {
        events.indices.filter { streams.contains(events[$0].stream) }
    }

    /// The mean size of the events' data in bytes, including the marks.
    package var meanPayloadBytes: Int {
        events.isEmpty ? 0 : events.reduce(0) { $0 + $1.payload.count } / events.count
    }

    /// The mean size of the events' metadata in bytes, rounded up: 0 only if no event has metadata.
    package var meanMetadataBytes: Int {
        events.isEmpty ? 0 : (events.reduce(0) { $0 + $1.metadata.count } + events.count - 1) / events.count
    }

    package var hasTags: Bool { events.contains { !$0.tags.isEmpty } }

    /// Reads events of a file, one per line, in the format of `nacre export`.
    ///
    /// - Throws: ``HarnessError`` if it cannot be read, has no event, has an invalid line, or exceeds the limit.
    package init(reading path: String) throws(HarnessError) {
        let data = try reporting("the events of \(path) cannot be read") {
            try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        }
        guard data.count <= Self.greatestBytes else {
            throw HarnessError(
                .badInput,
                "\(path) has \(data.count) bytes, more than the limit of \(Self.greatestBytes): give a part of it")
        }
        var numbers: [StreamName: Int] = [:]
        for (index, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            let entry: Commit.Entry
            do throws(NDJSONError) {
                entry = try NDJSON.decode([UInt8](line))
            } catch {
                throw HarnessError(.badInput, "\(path), line \(index + 1): \(error)")
            }
            let number = numbers[entry.stream, default: numbers.count]
            numbers[entry.stream] = number
            let payload = [UInt8](repeating: 0, count: EventMark.size) + entry.event.data
            guard payload.count <= PayloadSizes.greatest else {
                throw HarnessError(
                    .badInput,
                    "\(path), line \(index + 1): with its mark the data has \(payload.count) bytes, more than the "
                        + "limit of \(PayloadSizes.greatest)")
            }
            events.append(
                Event(
                    stream: number, type: entry.event.type.text, tags: entry.event.tags.map(\.text), payload: payload,
                    schema: entry.event.schema, metadata: entry.event.metadata))
        }
        streams = numbers.count
        guard !events.isEmpty else { throw HarnessError(.badInput, "\(path) has no events") }
    }
}
