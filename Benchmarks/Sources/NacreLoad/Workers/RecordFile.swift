package import Foundation

/// A file of writers' answers: it passes millions of answers between processes.
///
/// A ``WordFile`` of seven rows for each writer: the events of an acknowledgement, the events in flight, the refusals
/// and the repeats; the acknowledgements, each a position, a stream (all ones if there is none) and a version; the
/// latencies; the moments of the answers; the moments of the failures; their kinds, a line each; the words of the
/// first.
package enum RecordFile {
    private static let rowsOfARecord = 7

    package static func write(_ records: [WriterRecord], to url: URL) throws {
        try WordFile.write(records.flatMap(rows), to: url)
    }

    package static func read(_ url: URL) throws -> [WriterRecord] {
        let rows = try WordFile.read(url)
        guard rows.count.isMultiple(of: rowsOfARecord) else { throw damaged(url) }
        return try stride(from: 0, to: rows.count, by: rowsOfARecord).map { first in
            guard let record = record(of: Array(rows[first..<first + rowsOfARecord])) else { throw damaged(url) }
            return record
        }
    }

    private static func damaged(_ url: URL) -> HarnessError {
        HarnessError(.inputOutput, "\(url.path) does not hold whole records")
    }

    private static func rows(of record: WriterRecord) -> [[UInt64]] {
        [
            [record.eventsPerAcknowledgement, record.eventsInFlight, record.refusals, record.repeats].map(UInt64.init),
            record.acknowledgements.flatMap {
                [$0.firstPosition, $0.place.map { UInt64($0.stream) } ?? .max, $0.place?.firstVersion ?? 0]
            },
            record.latencies, record.moments, record.failures.map(\.moment),
            words(record.failures.map(\.kind).joined(separator: "\n")), words(record.failure ?? ""),
        ]
    }

    private static func record(of rows: [[UInt64]]) -> WriterRecord? {
        let head = rows[0].compactMap(Int.init(exactly:))
        let answers = rows[1].count / 3
        guard rows[0].count == 4, head.count == 4, head[0] > 0, rows[1].count.isMultiple(of: 3),
            // Answers from a log that was read back have no latencies; moments are recorded only on request.
            rows[2].isEmpty || rows[2].count == answers, rows[3].isEmpty || rows[3].count == answers,
            // Acknowledged events and events in flight are counts, which the reader of the file adds up.
            head.allSatisfy({ $0 <= Int(Int32.max) }), answers <= Int.max / 2 / head[0]
        else { return nil }
        var record = WriterRecord(eventsPerAcknowledgement: head[0])
        record.eventsInFlight = head[1]
        record.refusals = head[2]
        record.repeats = head[3]
        record.acknowledgements.reserveCapacity(answers)
        for at in stride(from: 0, to: rows[1].count, by: 3) {
            var answer = WriterRecord.Acknowledgement(firstPosition: rows[1][at], place: nil)
            if rows[1][at + 1] != .max {
                guard let stream = UInt32(exactly: rows[1][at + 1]) else { return nil }
                answer.place = .init(stream: stream, firstVersion: rows[1][at + 2])
            }
            record.acknowledgements.append(answer)
        }
        record.latencies = rows[2]
        record.moments = rows[3]
        guard let kinds = text(rows[5]), let failure = text(rows[6]) else { return nil }
        let lines = kinds.split(separator: "\n", omittingEmptySubsequences: false)
        guard rows[4].count == (kinds.isEmpty ? 0 : lines.count) else { return nil }
        record.failures = zip(rows[4], lines).map { AppendFailure(moment: $0, kind: String($1)) }
        record.failure = failure.isEmpty ? nil : failure
        return record
    }

    private static func words(_ text: String) -> [UInt64] { text.utf8.map { UInt64($0) } }

    private static func text(_ words: [UInt64]) -> String? {
        let bytes = words.compactMap(UInt8.init(exactly:))
        return bytes.count == words.count ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
