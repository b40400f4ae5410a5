import DomainKit
import Nacre
import TestRandomness
import Testing

/// A key of two parts.
private struct Pair: TableKey, Equatable {
    var name: String
    var number: UInt64

    init(name: String, number: UInt64) {
        self.name = name
        self.number = number
    }

    func write(to writer: inout TableKeyWriter) {
        writer.text(name)
        writer.number(number)
    }

    init(from reader: inout TableKeyReader) throws(EventStoreError) {
        name = try reader.text()
        number = try reader.number()
    }
}

extension TableKey {
    fileprivate var written: [UInt8] {
        var writer = TableKeyWriter()
        write(to: &writer)
        return writer.bytes
    }

    fileprivate static func read(_ bytes: [UInt8]) throws -> Self {
        var reader = TableKeyReader(bytes)
        let key = try Self(from: &reader)
        try reader.end()
        return key
    }
}

@Suite struct TableKeyTests {
    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = ["\u{0}", "\u{1}", "a", "b", "\u{7F}", "é", "\u{FFFF}", "😀"]
        return (0..<Int.random(in: 0...4, using: &random)).reduce(into: "") { text, _ in
            text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
        }
    }

    @Test func `keys of several parts are ordered by the first, then by the second, and survive a round trip`() throws {
        var random = SeededGenerator(seed: 5)
        let numbers: [UInt64] = [0, 1, 255, 256, 1 << 32, .max]
        let pairs = (0..<400).map { _ in
            Pair(name: Self.text(&random), number: numbers[Int.random(in: 0..<numbers.count, using: &random)])
        }
        for pair in pairs { #expect(try Pair.read(pair.written) == pair) }
        for (left, right) in zip(pairs, pairs.shuffled(using: &random)) {
            let names = (Array(left.name.utf8), Array(right.name.utf8))
            let precedes =
                names.0 == names.1 ? left.number < right.number : names.0.lexicographicallyPrecedes(names.1)
            #expect(left.written.lexicographicallyPrecedes(right.written) == precedes, "\(left) \(right)")
        }
    }

    @Test func `no encoded text is a prefix of another, so that what follows does not matter`() {
        var random = SeededGenerator(seed: 6)
        let texts = (0..<200).map { _ in Self.text(&random) }
        for (left, right) in zip(texts, texts.reversed()) where !left.utf8.elementsEqual(right.utf8) {
            #expect(!left.written.starts(with: right.written))
        }
    }

    @Test func `times are ordered across 1970, and survive a round trip`() throws {
        let moments = [Int64.min, -1, 0, 1, .max].map { Instant(nanosecondsSince1970: $0, decimals: 0) }
        let written = moments.map { moment in
            var writer = TableKeyWriter()
            writer.instant(moment)
            return writer.bytes
        }
        #expect(written == written.sorted { $0.lexicographicallyPrecedes($1) })
        for (moment, bytes) in zip(moments, written) {
            var reader = TableKeyReader(bytes)
            #expect(try reader.instant() == moment)
        }
    }

    @Test func `ids are ordered as their bytes, and survive a round trip`() throws {
        for id in [EventID(high: 0, low: .max), EventID(high: 1, low: 0), EventID(high: .max, low: 3)] {
            #expect(try EventID.read(id.written) == id)
        }
        #expect(EventID(high: 0, low: .max).written.lexicographicallyPrecedes(EventID(high: 1, low: 0).written))
    }

    @Test(
        arguments: [
            [], [1], [97], [97, 0], [97, 0, 2, 0, 1], [0xFF, 0, 1], [97, 0, 1, 0],
            [97, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `an altered key is damage of the read model`(bytes: [UInt8]) {
        let error = #expect(throws: EventStoreError.self) { try Pair.read(bytes) }
        #expect(error?.isReadModelDamage == true)
    }
}
