import DomainKit
import Nacre
import Testing

@Suite struct TimeOrderedIDTests {
    @Test func `an id holds the milliseconds, version and variant of RFC 9562`() {
        let time = Instant(nanosecondsSince1970: 0x0123_4567_89AB * 1_000_000 + 999_999, decimals: 9)
        for _ in 0..<100 {
            let id = EventID.timeOrdered(at: time)
            #expect(id.high >> 16 == 0x0123_4567_89AB)
            #expect(id.high >> 12 & 0xF == 7)
            #expect(id.low >> 62 == 0b10)
        }
    }

    @Test func `two ids of one instant differ`() {
        let time = Instant(nanosecondsSince1970: 1, decimals: 9)
        #expect(Set((0..<10_000).map { _ in EventID.timeOrdered(at: time) }).count == 10_000)
    }
}
