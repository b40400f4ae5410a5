import Foundation

/// What an ``AcknowledgementJournal`` holds.
struct JournalContents<Mark: PayloadMark>: Hashable, Sendable {
    /// A commit that was acknowledged.
    struct Acknowledged: Hashable, Sendable {
        /// The mark of its first event.
        var mark: Mark

        /// What its writer was told.
        var answer: AppendAnswer
    }

    /// The commits that were acknowledged, in the order in which they were.
    var acknowledged: [Acknowledged] = []

    /// The marks of the commits that were called and not answered, where calls were noted.
    var inFlight: [Mark] = []

    /// The bytes of the record that a kill fell into: nothing is taken from them, and nobody was told of it.
    var tornBytes = 0
}

extension JournalContents {
    /// Reads a journal; one that was not made holds nothing.
    ///
    /// - Throws: ``HarnessError`` where it cannot be read, or holds what was not written.
    init(reading file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else {
            self.init()
            return
        }
        let data = try reporting("the journal \(file.path) cannot be read") { try Data(contentsOf: file) }
        try self.init(of: [UInt8](data), in: file.path)
    }

    /// Takes what the bytes of a journal hold, up to a record that is cut off.
    ///
    /// - Throws: ``HarnessError`` where a record is not what was written: a kill leaves none like that.
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
