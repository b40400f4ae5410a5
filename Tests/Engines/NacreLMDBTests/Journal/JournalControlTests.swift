import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct JournalControlTests {
    private let journal: JournalFolder
    private let group: [[UInt8]]
    private let control: JournalControl
    private let bytes: [UInt8]

    init() throws {
        journal = try JournalFolder(pages: 4)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        group = [source.block(byteCount: 600)]
        try writer.write(group)
        control = writer.control
        bytes = try journal.bytes()
    }

    @Test func `a control page with any changed byte is not used, and its copy is`() throws {
        // Every field, and some of the zeros.
        let places = Array(0..<100) + Array(stride(from: 100, to: 4_096, by: 37)) + Array(4_080..<4_096)
        for offset in places + places.map({ $0 + 4_096 }) {
            try journal.put([bytes[offset] ^ 0x20], at: offset)
            #expect(try journal.open(.reading).control == control, "byte \(offset)")
            try journal.put([bytes[offset]], at: offset)
        }
    }

    @Test func `two damaged control pages are damage`() throws {
        for offset in [0, 10, 30, 35, 45, 50, 60, 70, 75, 100, 4_000, 4_095] {
            try journal.put([bytes[offset] ^ 0x20], at: offset)
            try journal.put([bytes[4_096 + offset] ^ 0x20], at: 4_096 + offset)
            try expect(.damaged, "both copies of its control page are damaged")
            try journal.put(bytes[..<8_192], at: 0)
        }
        try journal.put([UInt8](repeating: 0, count: 8_192), at: 0)
        try expect(.damaged, "both copies of its control page are damaged")
    }

    @Test(arguments: [0, 512, 2_048, 4_096])
    func `a control page that was torn while it was written leaves the old one`(arrived: Int) throws {
        var newer = control
        newer.writeCount += 1
        newer.start = 12_288
        newer.number = 2
        let page = AlignedBuffer(pageCount: 1)
        newer.store(in: page.bytes)
        // The first copy is written first, then the second one.
        try journal.put(Array(page.bytes[..<arrived]), at: 0)
        #expect(try journal.open(.reading).control == (arrived == 4_096 ? newer : control))
        try journal.put(Array(page.bytes), at: 0)
        try journal.put(Array(page.bytes[..<arrived]), at: 4_096)
        #expect(try journal.open(.reading).control == newer)
    }

    @Test func `a control page with impossible values behind a valid checksum is damage`() throws {
        let page = AlignedBuffer(pageCount: 1)
        for (offset, value) in [
            (24, .max), (24, 0), (24, 1 << 63), (32, 0), (40, 4_097), (48, 4_096), (48, 8_193), (48, 28_672),
            (48, .max), (56, 0), (56, 1 << 63), (64, 1 << 51),
        ] as [(Int, UInt64)] {
            control.store(in: page.bytes)
            page.bytes.store(value, at: offset)
            page.bytes.store(DocumentedBlock.xxh3(Array(page.bytes[..<4_088])), at: 4_088)
            for copy in 0..<2 { try journal.put(Array(page.bytes), at: copy * 4_096) }
            try expect(.damaged, "control page")
        }
    }

    @Test func `a newer format is refused by its number`() throws {
        for copy in 0..<2 { try journal.put([2, 0], at: copy * 4_096 + 4) }
        try expect(.newerFormat, "has format 2")
        // One valid copy is enough.
        try journal.put(bytes[..<4_096], at: 0)
        #expect(try journal.open(.reading).control == control)
    }

    @Test func `the journal of another store is refused by both ids`() throws {
        let other = StoreID(EventID(high: 1, low: 1))
        #expect {
            try JournalFile.open(journal.path, of: other, for: .reading)
        } throws: {
            ($0 as? EventStoreError)?.code == .notAStore && "\($0)".contains("\(other)")
                && "\($0)".contains("\(journal.storeID)")
        }
    }

    @Test(arguments: [0, 1, 4_096, 8_191])
    func `a journal that ends in its control pages is damage`(byteCount: Int) throws {
        try journal.truncate(to: byteCount)
        try expect(.damaged, "fewer than its control pages")
    }

    private func expect(_ code: EventStoreError.Code, _ text: String) throws {
        #expect {
            try journal.open(.reading)
        } throws: {
            ($0 as? EventStoreError)?.code == code && "\($0)".contains(text)
        }
    }
}
