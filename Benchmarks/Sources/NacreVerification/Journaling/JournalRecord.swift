import Nacre

/// One record of a journal.
///
/// It consists of 8-byte words, little-endian: the kind, with the number of streams above its lowest byte; the two
/// words of the mark; for an acknowledgement the first and the last position, and the version of each stream; and a
/// checksum of the words before it.
enum JournalRecord<Mark: PayloadMark>: Hashable, Sendable {
    /// The commit whose first event has this mark is about to be appended.
    case invocation(Mark)

    /// It was acknowledged.
    case acknowledgement(Mark, AppendAnswer)

    /// The record's encoding.
    var words: [UInt64] {
        var words: [UInt64] = []
        switch self {
        case .invocation(let mark):
            words.reserveCapacity(JournalWords.ofInvocation)
            words += [JournalWords.invocation, mark.firstWord, mark.secondWord]
        case .acknowledgement(let mark, let answer):
            let streams = UInt64(answer.versions.count)
            words.reserveCapacity(JournalWords.ofAcknowledgement + answer.versions.count)
            words += [JournalWords.acknowledgement | streams << 8, mark.firstWord, mark.secondWord]
            words += [answer.first, answer.last]
            words += answer.versions
        }
        words.append(JournalWords.checksum(words[...]))
        for index in words.indices { words[index] = words[index].littleEndian }
        return words
    }

    /// The result of decoding the first words.
    enum Found: Hashable, Sendable {
        /// A record of the given number of words.
        case whole(JournalRecord, words: Int)

        /// The beginning of a record that is longer than the words: a kill interrupted it.
        case cutOff

        /// Corrupt words.
        case damaged
    }

    /// Decodes the record at the beginning of words, which are in the processor's byte order, or returns why there is
    /// none.
    static func first(of words: ArraySlice<UInt64>) -> Found {
        guard let header = words.first else { return .cutOff }
        let streams = header >> 8
        let count: UInt64
        switch header & 0xFF {
        case JournalWords.invocation where streams == 0: count = UInt64(JournalWords.ofInvocation)
        // At most the streams that a commit may have: a corrupt count must not pass for a torn end.
        case JournalWords.acknowledgement where streams <= 0xFFFF:
            count = UInt64(JournalWords.ofAcknowledgement) + streams
        default: return .damaged
        }
        guard count <= UInt64(words.count) else { return .cutOff }
        let record = words.prefix(Int(count))
        guard record.last == JournalWords.checksum(record.dropLast()) else { return .damaged }
        let at = record.startIndex
        let mark = Mark(firstWord: record[at + 1], secondWord: record[at + 2])
        guard header != JournalWords.invocation else { return .whole(.invocation(mark), words: Int(count)) }
        let answer = AppendAnswer(
            first: record[at + 3], last: record[at + 4], versions: Array(record[at + 5..<record.endIndex - 1]))
        return .whole(.acknowledgement(mark, answer), words: Int(count))
    }
}

/// The parts of a record's encoding that do not depend on its marks.
private enum JournalWords {
    /// The kinds.
    static let invocation: UInt64 = 1
    static let acknowledgement: UInt64 = 2

    /// Their lengths in words, without the versions of streams.
    static let ofInvocation = 4
    static let ofAcknowledgement = 6

    static func checksum(_ words: ArraySlice<UInt64>) -> UInt64 {
        words.reduce(0x6A6F_7572_6E61_6C21) { SplitMix64.hash($0 ^ $1) }
    }
}
