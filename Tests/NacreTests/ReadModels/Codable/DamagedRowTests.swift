import Foundation
import TestRandomness
import Testing

@testable import Nacre

/// Altered row bytes cause an error, and nothing else.
@Suite struct DamagedRowTests {
    private func expectTypedError<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) {
        do {
            _ = try RowDecoder().decode(type, from: bytes)
        } catch let error as EventStoreError {
            #expect(error.isReadModelDamage)
        } catch {
            #expect(error is DecodingError)
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `a row with randomly changed bytes is read or rejected`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let every = try RowEncoder().encode(EveryField())
        for _ in 0..<100 {
            var bytes = Bool.random(using: &random) ? every : try RowEncoder().encode(RandomRow(using: &random))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes.removeSubrange(index...)
                }
                if bytes.isEmpty { break }
            }
            expectTypedError(EveryField.self, from: bytes)
            expectTypedError(RandomRow.self, from: bytes)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `random bytes are read or rejected`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                // Marks of lists, records and texts more often than others.
                Bool.random(using: &random)
                    ? UInt8.random(in: 9...18, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
            expectTypedError(EveryField.self, from: bytes)
            if let value = try? RowValue(encoded: bytes), value.encoded == bytes {
                #expect(try RowValue(encoded: value.encoded) == value)
            }
        }
    }

    @Test func `every prefix of a row is rejected`() throws {
        let bytes = try RowEncoder().encode(EveryField())
        for count in 0..<bytes.count {
            #expect(throws: EventStoreError.self) { try RowValue(encoded: Array(bytes[..<count])) }
        }
        #expect(throws: EventStoreError.self) { try RowValue(encoded: bytes + [0]) }
    }

    struct Nested: Codable { var inner: [Nested] }

    @Test func `a value nested too deeply is rejected on both sides`() throws {
        var row = Nested(inner: [])
        // Each is a record with a list in it.
        for _ in 1..<RowValue.maxDepth / 2 { row = Nested(inner: [row]) }
        #expect(throws: Never.self) { try RowDecoder().decode(Nested.self, from: RowEncoder().encode(row)) }
        row = Nested(inner: [row])
        #expect(throws: EncodingError.self) { try RowEncoder().encode(row) }
        let lists = [UInt8](repeating: 0, count: 100_000).flatMap { _ in [15, 1] as [UInt8] }
        #expect { try RowValue(encoded: lists) } throws: { "\($0)".contains("nested") }
    }

    struct Circular: Codable {
        init() {}
        init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Circular.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    @Test func `a type that contains itself endlessly is rejected on both sides`() {
        #expect(throws: EncodingError.self) { try RowEncoder().encode(Circular()) }
        #expect(throws: DecodingError.self) { try RowDecoder().decode(Circular.self, from: RowEncoder().encode(1)) }
    }
}
