import Foundation

/// What writers were told, as a file: how one process tells another of millions of answers.
///
/// Words of 8 bytes, little-endian: for each writer the events of an acknowledgement, the number of acknowledgements,
/// the events in flight, the refusals and the bytes of the failure; then for each acknowledgement the position, the stream (all ones
/// where there is none), the version and the latency; then the failure, filled up to whole words.
enum RecordFile {
    /// Writes records to a file.
    static func write(_ records: [WriterRecord], to url: URL) throws {
        var words: [UInt64] = []
        for record in records { append(record, to: &words) }
        do {
            try words.withUnsafeBytes { Data($0) }.write(to: url)
        } catch {
            throw HarnessError(.inputOutput, "\(url.path) cannot be written: \(systemReason(error))")
        }
    }

    /// Reads the records of a file.
    static func read(_ url: URL) throws -> [WriterRecord] {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HarnessError(.inputOutput, "\(url.path) cannot be read: \(systemReason(error))")
        }
        var words = data.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }[...]
        var records: [WriterRecord] = []
        while !words.isEmpty {
            guard let record = record(from: &words) else {
                throw HarnessError(.inputOutput, "\(url.path) does not hold whole records")
            }
            records.append(record)
        }
        return records
    }

    private static func append(_ record: WriterRecord, to words: inout [UInt64]) {
        let failure = [UInt8]((record.failure ?? "").utf8)
        words.append(UInt64(record.eventsPerAcknowledgement))
        words.append(UInt64(record.acknowledgements.count))
        words.append(UInt64(record.eventsInFlight))
        words.append(UInt64(record.refusals))
        words.append(UInt64(failure.count))
        for (acknowledgement, latency) in zip(record.acknowledgements, record.latencies) {
            words.append(acknowledgement.firstPosition)
            words.append(acknowledgement.place.map { UInt64($0.stream) } ?? .max)
            words.append(acknowledgement.place?.firstVersion ?? 0)
            words.append(latency)
        }
        for start in stride(from: 0, to: failure.count, by: 8) {
            words.append(
                failure[start..<min(start + 8, failure.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    private static func record(from words: inout ArraySlice<UInt64>) -> WriterRecord? {
        guard words.count >= 5 else { return nil }
        let head = Array(words.prefix(5)).map(Int.init)
        words = words.dropFirst(5)
        guard words.count >= 4 * head[1] + (head[4] + 7) / 8 else { return nil }
        var record = WriterRecord(eventsPerAcknowledgement: head[0])
        record.eventsInFlight = head[2]
        record.refusals = head[3]
        record.acknowledgements.reserveCapacity(head[1])
        record.latencies.reserveCapacity(head[1])
        var at = words.startIndex
        for _ in 0..<head[1] {
            let stream = words[at + 1]
            record.acknowledgements.append(
                .init(
                    firstPosition: words[at],
                    place: stream == .max ? nil : .init(stream: UInt32(stream), firstVersion: words[at + 2])))
            record.latencies.append(words[at + 3])
            at += 4
        }
        let text = words[at...].prefix((head[4] + 7) / 8)
        let bytes = text.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
        if head[4] > 0 { record.failure = String(decoding: bytes.prefix(head[4]), as: UTF8.self) }
        words = words[(at + text.count)...]
        return record
    }
}
