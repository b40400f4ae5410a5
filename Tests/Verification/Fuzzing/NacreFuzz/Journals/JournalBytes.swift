/// The layout of a journal, and its checksums, according to `Docs/FileFormat.md`, without code of the engine.
enum JournalBytes {
    static let page = 4_096
    /// The end of both copies of the control page.
    static let ring = 2 * page
    /// The highest number of a frame or of a write of the control page.
    static let maxNumber: UInt64 = 1 << 62

    static func pages(for byteCount: Int) -> Int { byteCount <= 4_000 ? 1 : 1 + (byteCount - 4_000 + 4_063) / 4_064 }

    /// A frame of blocks.
    static func frame(_ blocks: [[UInt8]], of storeID: some Collection<UInt8>, nonce: UInt64, number: UInt64) -> [UInt8]
    {
        let payload = Array(blocks.joined())
        let count = pages(for: payload.count)
        var frame = [UInt8](repeating: 0, count: count * page)
        var place = 96
        for byte in payload {
            if place % page == 0 { place += 32 }
            frame[place] = byte
            place += 1
        }
        for index in 0..<count {
            frame.set(nonce, at: index * page)
            frame.set(number, at: index * page + 8)
            frame.set(UInt64(index), at: index * page + 16, bytes: 4)
            frame.set(UInt64(count), at: index * page + 20, bytes: 4)
            sealMark(&frame, at: index * page)
        }
        frame.replaceSubrange(32..<36, with: "NCRF".utf8)
        frame.set(1, at: 36, bytes: 2)
        frame.replaceSubrange(40..<56, with: storeID)
        frame.set(UInt64(payload.count), at: 56)
        frame.set(UInt64(blocks.count), at: 64, bytes: 4)
        frame.set(blocks.first?.number(at: 16) ?? 1, at: 72)
        frame.set(blocks.first?.number(at: 32) ?? 0, at: 80)
        sealFrame(&frame, 0..<frame.count)
        return frame
    }

    /// Updates the checksum of a page's mark.
    static func sealMark(_ bytes: inout [UInt8], at offset: Int) {
        guard offset + 32 <= bytes.count else { return }
        bytes.set(xxh3(bytes[offset..<offset + 24]), at: offset + 24)
    }

    /// Updates the checksum of a frame.
    static func sealFrame(_ bytes: inout [UInt8], _ range: Range<Int>) {
        guard range.count >= 96, range.upperBound <= bytes.count else { return }
        let start = range.lowerBound
        bytes.set(
            xxh3(bytes[(start + 96)..<range.upperBound], seed: xxh3(bytes[start..<(start + 88)])), at: start + 88)
    }

    /// Updates the checksum of one copy of the control page.
    static func sealControl(_ bytes: inout [UInt8], copy: Int) {
        let start = copy * page
        guard start + page <= bytes.count else { return }
        bytes.set(xxh3(bytes[start..<start + 4_088]), at: start + 4_088)
    }

    /// The value at position 0 of a log whose journal is in use.
    static func marked(_ header: [UInt8], nonce: UInt64) -> [UInt8] {
        var value = Array(header.prefix(40)) + [UInt8](repeating: 0, count: 16)
        value.set(2, at: 4, bytes: 2)
        value.set(nonce, at: 40)
        value.set(xxh3(value[..<48]), at: 48)
        return value
    }

    /// The value at position 0 of a log whose journal is empty; `nil` if a value is no header.
    static func unmarked(_ value: [UInt8]) -> [UInt8]? {
        guard value.count >= 40 else { return nil }
        var header = Array(value.prefix(40))
        header.set(1, at: 4, bytes: 4)
        header.set(xxh3(header[..<32]), at: 32)
        return header
    }
}

/// One copy of the control page.
struct ParsedControl {
    let storeID: ArraySlice<UInt8>
    let writeCount: UInt64
    let nonce: UInt64
    let fileBytes: UInt64
    let start: Int
    let number: UInt64
    let before: LogEnd

    /// The end of a block, or of the store's header.
    struct LogEnd: Equatable {
        var position: UInt64
        var checksum: UInt64
    }

    /// Reads a copy; `nil` if it is not valid.
    init?(_ journal: [UInt8], copy: Int) {
        let page = Array(journal.dropFirst(copy * JournalBytes.page).prefix(JournalBytes.page))
        guard page.count == JournalBytes.page, page.prefix(4).elementsEqual("NCRJ".utf8),
            page.number(at: 4, bytes: 2) == 1, page.number(at: 4_088) == xxh3(page[..<4_088])
        else { return nil }
        storeID = page[8..<24]
        writeCount = page.number(at: 24)
        nonce = page.number(at: 32)
        fileBytes = page.number(at: 40)
        number = page.number(at: 56)
        before = LogEnd(position: page.number(at: 64), checksum: page.number(at: 72))
        let offset = page.number(at: 48)
        let numbers = 1...JournalBytes.maxNumber
        guard nonce != 0, numbers.contains(number), numbers.contains(writeCount), fileBytes % 4_096 == 0,
            offset % 4_096 == 0, offset >= UInt64(JournalBytes.ring), offset <= fileBytes, fileBytes <= UInt64(Int.max),
            before.position <= 1 << 50
        else { return nil }
        start = Int(offset)
    }
}
