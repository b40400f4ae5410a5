import CLMDBCeiling
import Testing

@testable import NacreLoad

@Suite struct RawSpanWordsTests {
    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 255, 256])
    func `the sum in Swift is the sum in C`(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        #expect(bytes.wordSum == ceiling_sum(bytes, bytes.count))
    }

    @Test func `every byte counts in the sum`() {
        let bytes = [UInt8](repeating: 7, count: 21)
        for index in bytes.indices {
            var changed = bytes
            changed[index] += 1
            #expect(changed.wordSum != bytes.wordSum)
        }
    }

    @Test func `spans are compared from the offset on`() {
        let bytes: [UInt8] = Array(0..<20)
        for index in bytes.indices {
            var changed = bytes
            changed[index] += 1
            #expect(changed.isEqual(to: bytes, from: 5) == (index < 5))
        }
    }
}
