import TestRandomness
import Testing

@testable import Nacre

@Suite struct StagedKeysTests {
    /// Whatever is added and dropped, the keys are found as in a dictionary.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `keys are found by their numbers`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var keys = StagedKeys()
        var twin: [[UInt8]: UInt32] = [:]
        for step in 0..<2_000 {
            // Short and long keys, many of them repeated.
            let length = [1, 8, 16, 20].randomElement(using: &random) ?? 1
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...3, using: &random) }
            let key = PackedKey(bytes)
            let number = keys.find(key)
            #expect((number == nil) == (twin[bytes] == nil))
            let batch = UInt32.random(in: 0...2, using: &random)
            if let number {
                #expect(keys.entries[number].key == key)
                #expect(keys.change(number, in: batch) == (twin[bytes] == batch))
            } else {
                keys.add(key, in: batch)
            }
            twin[bytes] = batch
            if step % 500 == 499 {
                keys.keepOnly(changedIn: 1)
                twin = twin.filter { $0.value == 1 }
            }
        }
        #expect(keys.entries.count == twin.count)
        for bytes in twin.keys { #expect(keys.find(PackedKey(bytes)).map { keys.entries[$0].key.bytes } == bytes) }
    }

    @Test func `changes of a batch are numbered in key order`() {
        var random = SeededGenerator(seed: 7)
        var keys = StagedKeys()
        var changed: [PackedKey] = []
        for number in 0..<1_000 {
            let key = PackedKey((0..<20).map { _ in UInt8.random(in: 0...1, using: &random) })
            guard keys.find(key) == nil else { continue }
            keys.add(key, in: number % 2 == 0 ? 5 : 4)
            if number % 2 == 0 { changed.append(key) }
        }
        #expect(keys.numbers(changedIn: 5).map { keys.entries[Int($0)].key } == changed.sorted())
        #expect(keys.numbers(changedIn: 6).isEmpty)
    }
}
