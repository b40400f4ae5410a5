import Nacre

/// What recovery must do with a log and its journal, according to `Docs/FileFormat.md`, without code of the engine.
struct JournalVerdict {
    /// How the store can be opened.
    enum Opening: Equatable {
        /// For appending.
        case whole
        /// Read-only, and for appending once the loss is confirmed.
        case lost(String)
        /// Not at all.
        case refused(String)
    }

    private(set) var opening = Opening.whole
    /// The log afterwards, with an empty mark.
    private(set) var log: [RawEntry]

    /// A walk through the frames.
    struct Walk {
        let control: ParsedControl
        var frames: [KilledStore.Frame] = []
        var damage: String?
    }

    /// Judges a store.
    ///
    /// - Parameters:
    ///   - stored: The entries of `log.mdb`, whose blocks are consistent.
    ///   - journal: The bytes of the journal; `nil` if there is none.
    ///   - isDurable: Whether it is opened at durability `full`.
    init(_ stored: [RawEntry], _ journal: [UInt8]?, isDurable: Bool) {
        log = stored
        guard let first = stored.first, first.key == .key(0), let mark = Mark(first.value) else {
            opening = .refused("the header is damaged")
            return
        }
        log[0].value = mark.header
        let end = Self.end(of: log)
        guard let nonce = mark.nonce else {
            opening = isDurable ? Self.evidence(journal, mark, log, end).map { .lost($0) } ?? .whole : .whole
            return
        }
        switch Self.open(journal, mark) {
        case .failure(let problem):
            opening = problem.isNewer ? .refused(problem.what) : .lost(problem.what)
        case .success(let control):
            guard control.nonce == nonce else {
                opening = .lost("another nonce")
                return
            }
            let walk = Self.walk(control, journal ?? [], end)
            // Where both have blocks, they must be the same.
            let ends = [control.before] + walk.frames.flatMap { [$0.before] + ($0.end.map { [$0] } ?? []) }
            guard ends.allSatisfy({ $0.position >= end.position || Self.has($0, log) }) else {
                opening = .lost("another log")
                return
            }
            for frame in walk.frames where frame.before.position >= end.position {
                log += frame.blocks.map { RawEntry(key: .key($0.number(at: 16)), value: $0) }
            }
            opening = walk.damage.map { .lost($0) } ?? .whole
        }
    }

    /// Walks through the journal of a log.
    static func walk(_ log: [RawEntry], _ journal: [UInt8]) -> Walk? {
        guard let first = log.first, let mark = Mark(first.value), case .success(let control) = open(journal, mark)
        else { return nil }
        var log = log
        log[0].value = mark.header
        return walk(control, journal, end(of: log))
    }

    // MARK: The log

    /// The value at position 0.
    private struct Mark {
        /// The header without the mark.
        let header: [UInt8]
        /// `nil` if the mark is empty.
        let nonce: UInt64?

        init?(_ value: [UInt8]) {
            guard value.count >= 40, value.prefix(4).elementsEqual("NCRS".utf8) else { return nil }
            switch value.number(at: 4, bytes: 2) {
            case 1:
                guard value.count == 40, value.number(at: 32) == xxh3(value[..<32]) else { return nil }
                (header, nonce) = (value, nil)
            case 2:
                guard value.count == 56, value.number(at: 48) == xxh3(value[..<48]), value.number(at: 40) != 0,
                    let header = JournalBytes.unmarked(value), header.number(at: 32) == value.number(at: 32)
                else { return nil }
                self.header = header
                nonce = value.number(at: 40)
            default: return nil
            }
        }
    }

    private static func end(of log: [RawEntry]) -> ParsedControl.LogEnd {
        guard log.count > 1, let last = log.last else {
            return ParsedControl.LogEnd(position: 0, checksum: log.first?.value.number(at: 32) ?? 0)
        }
        return KilledStore.end(of: last.value)
    }

    /// Whether a block ends there.
    private static func has(_ end: ParsedControl.LogEnd, _ log: [RawEntry]) -> Bool {
        if end.position == 0 { return end.checksum == log.first?.value.number(at: 32) }
        return log.dropFirst().contains { KilledStore.end(of: $0.value) == end }
    }

    // MARK: The journal

    private struct Problem: Error {
        let what: String
        var isNewer = false
    }

    private static func open(_ journal: [UInt8]?, _ mark: Mark) -> Result<ParsedControl, Problem> {
        guard let journal else { return .failure(Problem(what: "no journal")) }
        guard journal.count >= JournalBytes.ring else { return .failure(Problem(what: "no control pages")) }
        var newest: ParsedControl?
        for copy in 0..<2 {
            guard let control = ParsedControl(journal, copy: copy) else { continue }
            if control.writeCount > newest?.writeCount ?? 0 { newest = control }
        }
        guard let newest else {
            let isNewer = (0..<2).contains { copy in
                let page = Array(journal.dropFirst(copy * JournalBytes.page).prefix(8))
                return page.prefix(4).elementsEqual("NCRJ".utf8) && page.number(at: 4, bytes: 2) > 1
            }
            return .failure(Problem(what: "no valid control page", isNewer: isNewer))
        }
        guard newest.storeID.elementsEqual(mark.header[8..<24]) else { return .failure(Problem(what: "another store")) }
        guard newest.fileBytes == UInt64(journal.count) else { return .failure(Problem(what: "another size")) }
        return .success(newest)
    }

    /// Why a journal whose mark is empty shows that events are lost.
    private static func evidence(
        _ journal: [UInt8]?, _ mark: Mark, _ log: [RawEntry], _ end: ParsedControl.LogEnd
    ) -> String? {
        guard let journal, case .success(let control) = open(journal, mark) else { return nil }
        guard control.before.position <= end.position else { return "the journal is ahead" }
        guard control.before == end || control.before.position < end.position && has(control.before, log) else {
            return "the journal is another log's"
        }
        var (number, offset) = (control.number, control.start)
        while let read = try? frame(number, at: offset, control, journal) {
            if let last = read.end, last.position > end.position { return "a frame is ahead" }
            number += 1
            offset = read.range.upperBound
        }
        return nil
    }

    private static func walk(
        _ control: ParsedControl, _ journal: [UInt8], _ log: ParsedControl.LogEnd
    ) -> Walk {
        var walk = Walk(control: control)
        guard control.before.position < log.position || control.before == log else {
            walk.damage = "the log ends before the journal begins, or differs"
            return walk
        }
        var (number, offset, end) = (control.number, control.start, control.before)
        while true {
            do throws(Defect) {
                let frame = try frame(number, at: offset, control, journal)
                try check(frame, behind: end, offset: offset, journal.count, log)
                walk.frames.append(frame)
                (number, offset, end) = (number + 1, frame.range.upperBound, frame.end ?? end)
            } catch {
                let newest = newestNumber(in: journal, control.nonce, outside: walk.frames)
                if error.isWhole || newest > number { walk.damage = "frame \(number): \(error.what)" }
                return walk
            }
        }
    }

    private static func newestNumber(
        in journal: [UInt8], _ nonce: UInt64, outside frames: [KilledStore.Frame]
    ) -> UInt64 {
        var newest: UInt64 = 0
        for page in stride(from: JournalBytes.ring, to: journal.count, by: JournalBytes.page)
        where !frames.contains(where: { $0.range.contains(page) }) {
            if let mark = mark(journal, page, nonce) { newest = max(newest, mark.number) }
        }
        return newest
    }

    private struct Defect: Error {
        let what: String
        var isWhole = false
    }

    private static func mark(
        _ journal: [UInt8], _ page: Int, _ nonce: UInt64
    ) -> (number: UInt64, index: Int, count: Int)? {
        guard journal.number(at: page) == nonce, page + 32 <= journal.count,
            journal.number(at: page + 24) == xxh3(journal[page..<page + 24])
        else { return nil }
        let number = journal.number(at: page + 8)
        guard number <= JournalBytes.maxNumber else { return nil }
        return (
            number, Int(journal.number(at: page + 16, bytes: 4)), Int(journal.number(at: page + 20, bytes: 4))
        )
    }

    /// Reads a frame.
    private static func frame(
        _ number: UInt64, at offset: Int, _ control: ParsedControl, _ journal: [UInt8]
    ) throws(Defect) -> KilledStore.Frame {
        for place in [offset, JournalBytes.ring] where place < journal.count {
            guard let first = mark(journal, place, control.nonce), first.number == number, first.index == 0 else {
                continue
            }
            guard first.count > 0, place + first.count * JournalBytes.page <= journal.count else {
                throw Defect(what: "an impossible size")
            }
            let range = place..<(place + first.count * JournalBytes.page)
            for index in 0..<first.count {
                guard let mark = mark(journal, place + index * JournalBytes.page, control.nonce),
                    mark == (number, index, first.count)
                else { throw Defect(what: "no page \(index)") }
            }
            let bytes = Array(journal[range])
            guard bytes.number(at: 88) == xxh3(bytes[96...], seed: xxh3(bytes[..<88])) else {
                throw Defect(what: "another checksum")
            }
            return try decode(bytes, number, range, control)
        }
        throw Defect(what: "missing")
    }

    private static func decode(
        _ frame: [UInt8], _ number: UInt64, _ range: Range<Int>, _ control: ParsedControl
    ) throws(Defect) -> KilledStore.Frame {
        let (size, count, position) = (frame.number(at: 56), frame.number(at: 64, bytes: 4), frame.number(at: 72))
        let room = 4_000 + (frame.count / JournalBytes.page - 1) * 4_064
        guard frame[32..<36].elementsEqual("NCRF".utf8), frame.number(at: 36, bytes: 2) == 1,
            frame[40..<56].elementsEqual(control.storeID), size <= UInt64(room), count > 0,
            (1...(1 << 50)).contains(position)
        else { throw Defect(what: "an invalid header", isWhole: true) }
        var payload: [UInt8] = []
        for page in 0..<(frame.count / JournalBytes.page) {
            payload += frame[(page * 4_096 + (page == 0 ? 96 : 32))..<((page + 1) * 4_096)]
        }
        payload.removeLast(payload.count - Int(size))
        let before = ParsedControl.LogEnd(position: position - 1, checksum: frame.number(at: 80))
        var (blocks, end, start) = ([[UInt8]](), before, 0)
        while start < payload.count {
            let size = Int(payload.number(at: start + 12, bytes: 4))
            guard start + size <= payload.count,
                let block = ParsedBlock(Array(payload[start..<start + size]), at: end.position + 1), block.hasNames,
                block.previous == end.checksum
            else { throw Defect(what: "an invalid block", isWhole: true) }
            blocks.append(block.bytes)
            end = ParsedControl.LogEnd(position: block.last, checksum: block.checksum)
            start += size
        }
        guard UInt64(blocks.count) == count else { throw Defect(what: "another number of blocks", isWhole: true) }
        return KilledStore.Frame(number: number, range: range, blocks: blocks, before: before)
    }

    /// Checks that a frame continues the one before it, and the log.
    private static func check(
        _ frame: KilledStore.Frame, behind end: ParsedControl.LogEnd, offset: Int, _ fileBytes: Int,
        _ log: ParsedControl.LogEnd
    ) throws(Defect) {
        guard let last = frame.end else { throw Defect(what: "no block", isWhole: true) }
        let before = frame.before
        let isInPlace = frame.range.lowerBound == offset || offset + frame.range.count > fileBytes
        let isNext =
            before == end || before.position > end.position && before.position <= log.position
        let isWhole = last.position <= log.position || before.position >= log.position
        let isSame = [before, last].allSatisfy { $0.position != log.position || $0.checksum == log.checksum }
        guard isInPlace, isNext, isWhole, isSame else {
            throw Defect(what: "it does not continue the one before it", isWhole: true)
        }
    }
}
