import Foundation

/// The contents of an ``AcknowledgementJournal``.
struct JournalContents<Mark: PayloadMark>: Hashable, Sendable {
    /// An acknowledged commit.
    struct Acknowledged: Hashable, Sendable {
        /// The mark of its first event.
        var mark: Mark

        /// The answer to its writer.
        var answer: AppendAnswer
    }

    /// The acknowledged commits, in the order of acknowledgement.
    var acknowledged: [Acknowledged] = []

    /// The marks of the commits that were called and not answered, if calls were noted.
    var inFlight: [Mark] = []

    /// The bytes of a record that a kill cut off; the record is ignored, and its commit was not acknowledged.
    var tornBytes = 0
}

extension JournalContents {
    /// Reads a journal; a missing journal is empty.
    ///
    /// - Throws: ``HarnessError`` if it cannot be read, or is corrupt.
    init(reading file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else {
            self.init()
            return
        }
        let data = try reporting("the journal \(file.path) cannot be read") { try Data(contentsOf: file) }
        try self.init(of: [UInt8](data), in: file.path)
    }

    /// Decodes the bytes of a journal, up to a record that is cut off.
    ///
    /// - Throws: ``HarnessError`` if a record is corrupt: a kill cannot cause that.
    init(of bytes: [UInt8], in path: String) throws {
        self.init()
        let words = (0..<bytes.count / 8).map { bytes.span.bytes.word(at: $0 * 8) }
        var at = 0
        reading: while at < words.count {
            switch JournalRecord<Mark>.first(of: words[at...]) {
            case .whole(let record, let count):
                take(record)
                at += count
            case .cutOff: break reading
            case .damaged:
                throw HarnessError(
                    .badInput, "the journal \(path) is damaged: the record at byte \(at * 8) is not what was written")
            }
        }
        tornBytes = bytes.count - at * 8
    }

    private mutating func take(_ record: JournalRecord<Mark>) {
        switch record {
        case .invocation(let mark): inFlight.append(mark)
        case .acknowledgement(let mark, let answer):
            acknowledged.append(Acknowledged(mark: mark, answer: answer))
            inFlight.removeAll { $0 == mark }
        }
    }
}
