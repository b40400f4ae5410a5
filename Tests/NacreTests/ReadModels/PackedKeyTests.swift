import TestRandomness
import Testing

@testable import Nacre

@Suite struct PackedKeyTests {
    private func keys(_ random: inout SeededGenerator) -> [[UInt8]] {
        (0..<200).map { _ in
            (0..<Int.random(in: 0...20, using: &random)).map { _ in [0, 1, 255].randomElement(using: &random) ?? 0 }
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `packed keys have their bytes, and are distinct and ordered by them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let keys = keys(&random)
        for key in keys { #expect(PackedKey(key).bytes == key) }
        for (left, right) in zip(keys, keys.dropFirst()) {
            #expect((PackedKey(left) == PackedKey(right)) == (left == right))
            #expect((PackedKey(left) < PackedKey(right)) == left.lexicographicallyPrecedes(right))
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 17])
    func `a number takes eight bytes at any place`(before: Int) {
        var key = PackedKey(repeatElement(UInt8(9), count: before))
        key.append(0x0102_0304_0506_0708 as UInt64)
        #expect(key.bytes == [UInt8](repeating: 9, count: before) + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(key.count == before + 8)
    }
}
