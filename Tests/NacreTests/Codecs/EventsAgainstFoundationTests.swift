import Foundation
import TestRandomness
import Testing

@testable import Nacre

/// Events decoded by a codec, compared with `JSONDecoder`.
///
/// `JSONAgainstFoundationTests` lists the known differences.
@Suite("Event fields compared with JSONDecoder")
struct EventsAgainstFoundationTests {
    private struct Placed: Decodable, Equatable {
        var product: String
        var count: Int
        var isGift: Bool
        var note: String?
    }

    /// An event's data in any order, with unrequested fields, and escaped in any way.
    private func data(_ generator: inout JSONGenerator) -> [UInt8] {
        var fields: [[UInt8]] = [
            Array("\"product\":".utf8) + generator.stringLiteral(),
            Array("\"c\\u006funt\" : \(generator.random.below(1_000_000))".utf8),
            Array("\"isGift\":\(generator.random.chance(50))".utf8),
        ]
        if generator.random.chance(50) { fields.append(Array("\"note\":".utf8) + generator.stringLiteral()) }
        for index in 0..<generator.random.below(3) {
            fields.append(Array("\"extra\(index)\":".utf8) + generator.document())
        }
        fields.shuffle(using: &generator.random)
        return Array("{".utf8) + Array(fields.joined(separator: Array(",".utf8))) + Array("}".utf8)
    }

    private func decoded(_ bytes: [UInt8]) -> Placed? {
        try? JSONDecoder().decode(Placed.self, from: Data(bytes))
    }

    private func read(_ bytes: [UInt8], by codec: OrderEventCodec) throws(EventDecodingError) -> Placed? {
        let event = RecordedEvent.example(EventData(type: "OrderPlaced", schema: 3, data: bytes))
        guard case .placed(let product, let count, let isGift, let note) = try codec.decode(event) else { return nil }
        return Placed(product: product, count: count, isGift: isGift, note: note)
    }

    @Test("valid events have the same fields, byte for byte", arguments: 0..<4 as Range<UInt64>)
    func valid(seed: UInt64) throws {
        let codec = try OrderEventCodec()
        var generator = JSONGenerator(seed: seed)
        for _ in 0..<300 {
            let data = data(&generator)
            let read = try read(data, by: codec)
            #expect(read != nil)
            #expect(read == decoded(data))
            #expect(Array((read?.product ?? "").utf8) == Array((decoded(data)?.product ?? "").utf8))
        }
    }

    @Test(
        "no corrupted event is accepted that JSONDecoder rejects, and every rejection has a reason",
        arguments: 0..<4 as Range<UInt64>)
    func spoiled(seed: UInt64) throws {
        let codec = try OrderEventCodec()
        var generator = JSONGenerator(seed: 1000 + seed)
        var (accepted, refused) = (0, 0)
        for _ in 0..<1500 {
            let data = generator.spoiled(data(&generator))
            guard !data.prefix(4).contains(0) else { continue }
            let shown = String(decoding: data, as: UTF8.self)
            do {
                let read = try read(data, by: codec)
                accepted += 1
                #expect(read == decoded(data), "\(shown)")
            } catch {
                refused += 1
                guard decoded(data) != nil else { continue }
                let isWhole = (error.cause as? JSONError)?.message.contains("without fraction and exponent") == true
                let isRefusedAsAWhole = (try? JSONTree(reading: data)) == nil
                #expect(error.code == .repeatedField || isWhole || isRefusedAsAWhole, "\(error.message) in \(shown)")
            }
        }
        #expect(accepted > 100)
        #expect(refused > 100)
    }
}
