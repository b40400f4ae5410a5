import DomainKit
import Nacre

/// Any bytes are read as a control page, a mark or a frame of a journal, or refused; a frame has the blocks that its
/// bytes say, and no others.
enum JournalProperties {
    private static let storeID = StoreID(EventID(high: 7, low: 7))
    private static let nonce: UInt64 = 0x5EED
    private static let page = JournalLayout.pageBytes

    static func check(_ bytes: [UInt8], isSealed: Bool) {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        if kind & 1 == 0 {
            checkControl(rest, isSealed: isSealed)
        } else {
            checkFrame(rest, isSealed: isSealed, isOfBlocks: kind & 2 != 0)
        }
    }

    // MARK: The control page

    /// Reads the same bytes as both copies, of which the input may seal one.
    private static func checkControl(_ bytes: [UInt8], isSealed: Bool) {
        let pages = AlignedBuffer(pageCount: 2)
        for copy in 0..<2 {
            let all = UnsafeMutableRawBufferPointer(rebasing: pages.bytes[(copy * page)..<((copy + 1) * page)])
            // The second copy differs where the input is long enough.
            let part = bytes.dropFirst(copy * 96).prefix(copy == 0 ? 96 : page)
            all.copyBytes(from: part.isEmpty ? bytes.prefix(96) : part)
            if isSealed { seal(control: all) }
        }
        do throws(EventStoreError) {
            let control = try JournalControl.newest(of: UnsafeRawBufferPointer(pages.bytes), path: "journal")
            expect(control.nonce != 0, "a nonce is 0")
            expect((1...JournalLayout.maxNumber).contains(control.number), "the number \(control.number)")
            expect((1...JournalLayout.maxNumber).contains(control.writeCount), "written \(control.writeCount) times")
            expect(
                (JournalLayout.ringOffset...control.fileBytes).contains(control.start)
                    && control.start % page == 0 && control.fileBytes % page == 0, "walking begins at \(control.start)")
            expect(control.before.position <= LogFormat.maxPosition, "position \(control.before.position)")
            let again = AlignedBuffer(pageCount: 2)
            control.store(in: again.pages(1))
            expect(JournalControl(UnsafeRawBufferPointer(again.pages(1))) == control, "a control page changes")
            var next = control
            next.renew(number: 1, before: control.before)
            expect(next.nonce != control.nonce && next.nonce != 0, "a nonce is used again")
            expect(next.writeCount > control.writeCount, "a newer control page does not count")
        } catch {
            expect([.damaged, .newerFormat].contains(error.code), "\(error)")
        }
    }

    private static func seal(control page: UnsafeMutableRawBufferPointer) {
        typealias Layout = JournalLayout.Control
        page.store(Layout.magic, at: Layout.magicOffset)
        page.store(JournalLayout.version, at: Layout.formatOffset)
        // Whole pages, so that most inputs pass the checks.
        for offset in [Layout.fileBytesOffset, Layout.startOffset] {
            let number: UInt64 = UnsafeRawBufferPointer(page).integer(at: offset)
            page.store(number & ~4_095, at: offset)
        }
        let covered = UnsafeRawBufferPointer(page).part(from: 0, to: Layout.checksumOffset)
        page.store(Checksum.of(covered), at: Layout.checksumOffset)
    }

    // MARK: A frame

    /// Reads bytes as a frame of one to four pages.
    private static func checkFrame(_ bytes: [UInt8], isSealed: Bool, isOfBlocks: Bool) {
        let control = JournalControl(
            storeID: storeID, fileBytes: 16 * page, nonce: nonce, before: Block.End(position: 0, checksum: 1))
        if isOfBlocks, let frame = frame(ofBlocks: bytes) { return check(frame, control) }
        let count = 1 + Int(bytes.first ?? 0) % 4
        var frame = [UInt8](repeating: 0, count: count * page)
        // The input lies at the beginning of each page.
        for (index, byte) in bytes.dropFirst().enumerated() {
            let place = index / 128 % count * page + index / (128 * count) * 128 + index % 128
            if place < frame.count { frame[place] = byte }
        }
        if isSealed { seal(frame: &frame, count) }
        check(frame, control)
    }

    private static func seal(frame: inout [UInt8], _ count: Int) {
        typealias Layout = JournalLayout.Frame
        frame.withUnsafeMutableBytes { frame in
            for index in 0..<count {
                PageMark(nonce: nonce, number: 1, index: UInt32(index), pageCount: UInt32(count)).store(
                    in: UnsafeMutableRawBufferPointer(rebasing: frame[(index * page)...]))
            }
            frame.store(Layout.magic, at: Layout.magicOffset)
            frame.store(JournalLayout.version, at: Layout.formatOffset)
            storeID.uuid.store(at: Layout.storeIDOffset, in: frame)
            frame.store(FrameHeader.checksum(of: UnsafeRawBufferPointer(frame)), at: Layout.checksumOffset)
        }
    }

    /// A frame of blocks that are cut from the bytes and sealed.
    private static func frame(ofBlocks bytes: [UInt8]) -> [UInt8]? {
        var buffer = FrameBuffer()
        var end = Block.End(position: 0, checksum: 1)
        let size = max(128, bytes.count / 3)
        for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
            var block = Array(bytes[start..<(start + size)])
            block.withUnsafeMutableBytes { block in
                block.store(end.position + 1, at: BlockLayout.firstPositionOffset)
                block.store(end.checksum, at: BlockLayout.previousChecksumOffset)
                block.store(UInt64(0), at: BlockLayout.numberOffset)
            }
            BlockProperties.seal(&block)
            block.withUnsafeBytes { buffer.append($0) }
            end = buffer.end
        }
        guard !buffer.isEmpty else { return nil }
        return [UInt8](buffer.seal(storeID: storeID, nonce: nonce, number: 1))
    }

    private static func check(_ frame: [UInt8], _ control: JournalControl) {
        frame.withUnsafeBytes { pages in
            checkMarks(pages)
            do throws(FrameDefect) {
                let found = try RecoveredFrame(pages, at: JournalLayout.ringOffset, control: control, number: 1)
                expect(found.range == JournalLayout.ringOffset..<(JournalLayout.ringOffset + pages.count), "a place")
                checkBlocks(of: found)
                checkAgain(found, pages)
                checkAccepting(found, control)
            } catch {
                expect(!error.what.isEmpty, "a defect without a name")
            }
        }
    }

    /// A mark that is read is the one in the page.
    private static func checkMarks(_ pages: UnsafeRawBufferPointer) {
        for start in stride(from: 0, to: pages.count, by: page) {
            let bytes = pages.part(from: start, to: start + JournalLayout.Mark.byteCount)
            guard let mark = PageMark(bytes, nonce: nonce) else { continue }
            expect(mark.nonce == nonce && mark.number <= JournalLayout.maxNumber, "a mark \(mark)")
            let again = AlignedBuffer(pageCount: 1)
            mark.store(in: again.bytes)
            expect(again.bytes.prefix(JournalLayout.Mark.byteCount).elementsEqual(bytes), "a mark changes")
        }
    }

    /// The blocks are valid, lie one behind the other, and continue each other.
    private static func checkBlocks(of frame: RecoveredFrame) {
        expect(!frame.blocks.isEmpty && frame.blocks[0].lowerBound == 0, "a frame without a first block")
        expect(frame.blocks.last?.upperBound == frame.bytes.count, "a frame has bytes of no block")
        var end = frame.before
        frame.bytes.withUnsafeBytes { bytes in
            for (index, range) in frame.blocks.enumerated() {
                expect(index == 0 || frame.blocks[index - 1].upperBound == range.lowerBound, "a hole between blocks")
                let part = bytes.part(from: range.lowerBound, to: range.upperBound)
                guard let block = try? Block(part, at: end.position + 1), (try? block.checkContinues(end)) != nil else {
                    return expect(false, "block \(index) is not valid, or does not continue the one before it")
                }
                end = block.end
            }
        }
        expect(end == frame.end, "a frame ends elsewhere than its last block")
    }

    /// Written again, the blocks are the same frame, where it has no unused bytes.
    private static func checkAgain(_ frame: RecoveredFrame, _ pages: UnsafeRawBufferPointer) {
        var buffer = FrameBuffer()
        frame.bytes.withUnsafeBytes { bytes in
            for range in frame.blocks { buffer.append(bytes.part(from: range.lowerBound, to: range.upperBound)) }
        }
        guard buffer.pageCount * page == pages.count else {
            return expect(buffer.pageCount * page < pages.count, "a frame has more bytes than its pages")
        }
        let again = [UInt8](buffer.seal(storeID: storeID, nonce: nonce, number: 1))
        let found = again.withUnsafeBytes { pages in
            let control = JournalControl(storeID: storeID, fileBytes: 16 * page, nonce: nonce, before: frame.before)
            return try? RecoveredFrame(pages, at: 0, control: control, number: 1)
        }
        expect(found?.bytes == frame.bytes && found?.blocks == frame.blocks, "a frame changes when it is written again")
    }

    /// A frame is accepted exactly if it continues the log.
    private static func checkAccepting(_ frame: RecoveredFrame, _ control: JournalControl) {
        for log in [control.before, frame.before, frame.end, Block.End(position: frame.end.position, checksum: 0)] {
            var walk = JournalWalk(control)
            let isAccepted = (try? walk.accept(frame, log: log)) != nil
            expect(isAccepted == (walk.frames.count == 1), "a frame that is not accepted stays")
            guard isAccepted else { continue }
            expect(
                frame.before == control.before
                    || frame.before.position > control.before.position && frame.before.position <= log.position,
                "a frame at \(frame.before) continues \(control.before) in a log that ends at \(log)")
            expect(frame.end.position <= log.position || frame.before.position >= log.position, "half of a frame")
        }
    }
}
