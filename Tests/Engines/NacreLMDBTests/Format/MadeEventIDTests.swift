import Nacre
import Testing

@testable import NacreLMDB

@Suite struct MadeEventIDTests {
    @Test(arguments: [1, 2, 0xFFF_FFFF, 0x1000_0000, 0x12_3456_789A, 0xFF_FFFF_FFFF] as [Position])
    func `a generated id is a UUID of version 8 that contains its position`(position: Position) {
        var made = MadeEventID()
        let id = made.next(position: position, milliseconds: 0x0102_0304_0506)
        let text = Array(id.description)
        #expect(text[14] == "8")
        #expect("89ab".contains(text[19]))
        #expect(id.high >> 16 == 0x0102_0304_0506)
        #expect(MadeEventID.hintedPosition(of: id) == position)
    }

    @Test func `a position beyond 40 bits has a wrong hint and is indexed`() {
        var made = MadeEventID()
        let id = made.next(position: 1 << 40 | 5, milliseconds: 0)
        #expect(MadeEventID.hintedPosition(of: id) == 5)
    }

    @Test func `ids of one position differ`() {
        var made = MadeEventID()
        let ids = Set((0..<1_000).map { _ in made.next(position: 9, milliseconds: 1) })
        #expect(ids.count == 1_000)
    }

    @Test func `ids of other versions and variants have no hint`() {
        #expect(MadeEventID.hintedPosition(of: EventID(high: 0x7000, low: 0b10 << 62)) == nil)
        #expect(MadeEventID.hintedPosition(of: EventID(high: 0x8000, low: 0b11 << 62)) == nil)
        #expect(MadeEventID.hintedPosition(of: EventID(high: 0x8000, low: 0b10 << 62)) == 0)
    }
}
