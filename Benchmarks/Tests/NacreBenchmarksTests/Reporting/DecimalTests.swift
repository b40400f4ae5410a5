import Testing

@testable import NacreLoad

@Suite struct DecimalTests {
    @Test func `thousands are separated`() {
        #expect(decimal(0) == "0")
        #expect(decimal(999) == "999")
        #expect(decimal(1_000) == "1,000")
        #expect(decimal(-1_234_567) == "-1,234,567")
    }

    @Test func `decimals are rounded and padded`() {
        #expect(decimal(0.615, decimals: 2) == "0.62")
        #expect(decimal(2.0, decimals: 1) == "2.0")
        #expect(decimal(1_234.05, decimals: 1) == "1,234.1")
        #expect(decimal(-0.001, decimals: 2) == "0.00")
        #expect(decimal(3.7, decimals: 0) == "4")
    }

    @Test func `durations have a suitable unit`() {
        #expect(duration(nanoseconds: 999) == "999 ns")
        #expect(duration(nanoseconds: 31_400) == "31.4 µs")
        #expect(duration(nanoseconds: 12_345_678) == "12.35 ms")
        #expect(duration(nanoseconds: 2_500_000_000) == "2.50 s")
    }
}
