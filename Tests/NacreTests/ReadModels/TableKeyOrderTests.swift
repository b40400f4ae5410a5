import DomainKit
import Foundation
import TestRandomness
import Testing

@testable import Nacre

/// The bytes of keys are ordered like the keys, and each key survives a round trip.
@Suite struct TableKeyOrderTests {
    private func check<Key: TableKey & Equatable>(
        _ keys: [Key], isLess: (Key, Key) -> Bool, seed: UInt64, location: SourceLocation = #_sourceLocation
    ) throws {
        var random = SeededGenerator(seed: seed)
        for key in keys { #expect(try Key(bytes: key.bytes) == key, "\(key)", sourceLocation: location) }
        for (left, right) in zip(keys.shuffled(using: &random), keys.shuffled(using: &random)) {
            #expect(
                left.bytes.lexicographicallyPrecedes(right.bytes) == isLess(left, right), "\(left), \(right)",
                sourceLocation: location)
            #expect((left.bytes == right.bytes) == (left == right), "\(left), \(right)", sourceLocation: location)
            // No key is a prefix of another.
            if left != right {
                #expect(!right.bytes.starts(with: left.bytes), "\(left), \(right)", sourceLocation: location)
            }
        }
    }

    private func check<Key: TableKey & Comparable>(
        _ keys: [Key], seed: UInt64, location: SourceLocation = #_sourceLocation
    ) throws {
        try check(keys, isLess: <, seed: seed, location: location)
    }

    private static func numbers<Number: FixedWidthInteger>(
        _ type: Number.Type, _ random: inout SeededGenerator
    ) -> [Number] {
        [0, 1, .max, .min, .max - 1, .min + 1]
            + (0..<300).map { _ in
                Number(truncatingIfNeeded: random.next())
                    >> Number.random(in: 0..<Number(Number.bitWidth), using: &random)
            }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = ["\u{0}", "\u{1}", "a", "b", "\u{7F}", "é", "\u{FFFF}", "😀"]
        return (0..<Int.random(in: 0...4, using: &random)).reduce(into: "") { text, _ in
            text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
        }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `integers of every width`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try check(Self.numbers(Int.self, &random), seed: seed)
        try check(Self.numbers(Int64.self, &random), seed: seed)
        try check(Self.numbers(UInt64.self, &random), seed: seed)
        try check(Self.numbers(Int32.self, &random), seed: seed)
        try check(Self.numbers(UInt32.self, &random), seed: seed)
        try check([false, true, true, false], isLess: { !$0 && $1 }, seed: seed)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `floating-point numbers and dates`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let numbers =
            [0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude]
            + (0..<300).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
        try check(numbers, seed: seed)
        try check(numbers.filter(\.isFinite).map(Date.init(timeIntervalSinceReferenceDate:)), seed: seed)
        #expect(Double.infinity.bytes.lexicographicallyPrecedes(Double.nan.bytes))
        #expect(Double.nan.bytes == (-Double.nan).bytes)
        #expect(try Double(bytes: Double.nan.bytes).isNaN)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `ids, times and days`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ids = (0..<200).map { _ in EventID(high: random.next() >> 60, low: random.next()) }
        try check(ids, seed: seed)
        try check(ids.map { UUID($0) }, isLess: { $0.uuidString < $1.uuidString }, seed: seed)
        try check(
            [Instant.earliest, .latest]
                + (0..<200).map { _ in
                    Instant(nanosecondsSince1970: Int64(bitPattern: random.next()), decimals: 9)
                }, seed: seed)
        try check(
            (0..<300).map { _ in
                try CalendarDay(
                    year: Int.random(in: 0...9999, using: &random), month: Int.random(in: 1...12, using: &random),
                    day: Int.random(in: 1...28, using: &random))
            } + [CalendarDay(year: 2000, month: 2, day: 29), CalendarDay(year: 9999, month: 12, day: 31)], seed: seed)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `texts and names, by their bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = (0..<300).map { _ in Self.text(&random) }
        let isLess = { (left: String, right: String) in left.utf8.lexicographicallyPrecedes(right.utf8) }
        try check(texts, isLess: isLess, seed: seed)
        try check(texts.map { StreamName($0) }, seed: seed)
        try check(texts.map { Tag($0) }, seed: seed)
        try check(texts.map { EventType($0) }, seed: seed)
    }

    private enum Standing: String, TableKey, CaseIterable { case open, closed, shut }
    private enum Level: Int, TableKey, CaseIterable {
        case high = 3
        case low = -2
        case middle = 0
    }

    @Test func `raw-representable values, in the order of their raw values`() throws {
        try check(Standing.allCases, isLess: { $0.rawValue < $1.rawValue }, seed: 1)
        try check(Level.allCases, isLess: { $0.rawValue < $1.rawValue }, seed: 1)
        #expect(throws: EventStoreError.self) { try Level(bytes: 7.bytes) }
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `pairs, by the first part and then by the second`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isLess = { (left: String, right: String) in left.utf8.lexicographicallyPrecedes(right.utf8) }
        try check(
            (0..<300).map { _ in TableKeyPair(Self.text(&random), Int.random(in: -2...2, using: &random)) },
            isLess: {
                $0.first == $1.first ? $0.second < $1.second : isLess($0.first, $1.first)
            }, seed: seed)
        try check(
            (0..<300).map { _ in
                TableKeyPair(
                    Int32.random(in: -1...1, using: &random),
                    TableKeyPair(Bool.random(using: &random), Double.random(in: -1...1, using: &random).rounded()))
            },
            isLess: {
                ($0.first, $0.second.first ? 1 : 0, $0.second.second)
                    < ($1.first, $1.second.first ? 1 : 0, $1.second.second)
            }, seed: seed)
    }

    @Test func `a key that is truncated or has trailing bytes is damage`() throws {
        func checkCuts(_ key: some TableKey) {
            let bytes = key.bytes
            func read<Key: TableKey>(_ key: Key, _ bytes: [UInt8]) throws { _ = try Key(bytes: bytes) }
            for count in 0..<bytes.count {
                #expect(throws: EventStoreError.self, "\(key)") { try read(key, Array(bytes[..<count])) }
            }
            #expect(throws: EventStoreError.self, "\(key)") { try read(key, bytes + [0]) }
        }
        checkCuts(5)
        checkCuts(UInt32(5))
        checkCuts(true)
        checkCuts(1.5)
        checkCuts("text")
        checkCuts(UUID())
        checkCuts(Instant.latest)
        checkCuts(Instant.latest.day)
        checkCuts(TableKeyPair("a", 1))
        #expect(throws: EventStoreError.self) { try Bool(bytes: [2]) }
        #expect(throws: EventStoreError.self) { try CalendarDay(bytes: [255, 255, 255, 255]) }
    }
}
