import DomainKit
import Nacre
import Testing

@Suite
struct RowTests {
    private static let instant = Instant(nanosecondsSince1970: -1_500_000_000, decimals: 3)

    private var row: [UInt8] {
        var row = RowWriter()
        row.byte(7)
        row.number(300)
        row.id(EventID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10))
        row.instant(Self.instant)
        row.text("caf\u{E9}")
        return row.bytes
    }

    @Test
    func `a row has the bytes of the file format`() {
        let expected: [UInt8] =
            [7, 0xAC, 0x02] + (1...16) + [0x00, 0xD1, 0x97, 0xA6, 0xFF, 0xFF, 0xFF, 0xFF, 3] + [5]
            + Array("caf\u{E9}".utf8)
        #expect(row == expected)
    }

    @Test
    func `a written row is read`() throws {
        let bytes = row
        var reader = RowReader(bytes.span)
        #expect(try reader.byte() == 7)
        #expect(try reader.number() == 300)
        #expect(try reader.id() == EventID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10))
        #expect(try reader.instant().description == Self.instant.description)
        #expect(try reader.text() == "caf\u{E9}")
        try reader.end()
    }

    @Test(arguments: [0, 127, 128, 16_383, 16_384, UInt64(Int64.max), .max])
    func `a number of any size survives a round trip`(number: UInt64) throws {
        var row = RowWriter()
        row.number(number)
        var reader = RowReader(row.bytes.span)
        #expect(try reader.number() == number)
    }

    @Test
    func `a row truncated anywhere is damage, never another row`() throws {
        for length in 0..<row.count {
            let cut = Array(row.prefix(length))
            let error = #expect(throws: EventStoreError.self) {
                var reader = RowReader(cut.span)
                _ = try reader.byte()
                _ = try reader.number()
                _ = try reader.id()
                _ = try reader.instant()
                _ = try reader.text()
            }
            #expect(error?.isReadModelDamage == true)
        }
    }

    @Test(arguments: [
        [UInt8](repeating: 0x80, count: 11), [1, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    ])
    func `invalid UTF-8 in a text is damage`(bytes: [UInt8]) {
        let error = #expect(throws: EventStoreError.self) {
            var reader = RowReader(bytes.span)
            _ = try reader.text()
        }
        #expect(error?.isReadModelDamage == true)
    }

    @Test
    func `a row with trailing bytes is damage`() {
        let error = #expect(throws: EventStoreError.self) { try RowReader([1].span).end() }
        #expect(error?.isReadModelDamage == true)
    }

    @Test
    func `keys are in the order of their positions`() {
        let positions: [Position] = [0, 1, 255, 256, 65_535, 1 << 40, .max]
        let keys = positions.map { [UInt8].key(of: $0) }
        #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
}
