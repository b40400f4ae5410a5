import Foundation
import Nacre

/// The events of a real file, as a load appends them: their types, schema numbers, tags, data and metadata, and which
/// of them share a stream.
///
/// Each writer has some of the file's streams and appends their events in the file's order, over and over: what is hot
/// and what is large in reality is so in the load. Streams have the load's names, and the data of every event begins
/// with its mark, so that the audit can tell each event from all others. The ids and times of the file are left out: an
/// event that comes round again is another one, which happens when it is appended.
struct RecordedEvents: Hashable, Sendable, Codable {
    /// An event of the file.
    struct Event: Hashable, Sendable, Codable {
        /// The number of its stream, in the order in which streams come first in the file.
        var stream: Int

        var type: String
        var tags: [String]

        /// Its data, behind as many bytes as a mark has.
        var payload: [UInt8]

        /// The schema number of its data.
        var schema: Int

        var metadata: [UInt8]
    }

    /// How much data a load takes, in bytes: it is held in memory.
    static let greatestBytes = 512 << 20

    /// All events, in the file's order.
    var events: [Event] = []

    var streams = 0

    /// Which events a writer appends, by their index, in order: at least one for each of its streams.
    ///
    /// - Complexity: O(*n*) in the events of the file.
    func indexes(inStreams streams: Range<Int>) -> [Int] {
        events.indices.filter { streams.contains(events[$0].stream) }
    }

    /// Bytes of the events' data, the marks included, on average.
    var meanPayloadBytes: Int {
        events.isEmpty ? 0 : events.reduce(0) { $0 + $1.payload.count } / events.count
    }

    /// Bytes of the events' metadata on average, rounded up: 0 where there is none at all.
    var meanMetadataBytes: Int {
        events.isEmpty ? 0 : (events.reduce(0) { $0 + $1.metadata.count } + events.count - 1) / events.count
    }

    /// Whether any event has metadata.
    var hasMetadata: Bool { events.contains { !$0.metadata.isEmpty } }

    /// Whether any event has tags.
    var hasTags: Bool { events.contains { !$0.tags.isEmpty } }

    /// Reads events of a file, one a line, as `nacre export` writes them.
    ///
    /// - Throws: ``HarnessError`` where it cannot be read, has no event, a line that is none, or more than the limit.
    init(reading path: String) throws(HarnessError) {
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
