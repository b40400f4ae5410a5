import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct PayloadShapeTests {
    private func load(_ sizes: PayloadSizes? = nil, contents: PayloadContents = .random) -> AppendLoad {
        var load = AppendLoad(writers: 2, eventsPerAppend: 1, streams: 8, payloadBytes: 64, seed: 5)
        load.payloadSizes = sizes
        load.payloadContents = contents
        return load
    }

    private func mark(_ sequence: UInt64) -> EventMark { EventMark(writer: 1, stream: 3, sequence: sequence) }

    @Test func `uniform sizes all occur about equally often`() {
        let templates = PayloadTemplates(of: load(.uniform(16...19)))
        var counts: [Int: Int] = [:]
        for sequence in 0..<4_000 { counts[templates.payload(of: mark(UInt64(sequence))).count, default: 0] += 1 }
        #expect(counts.keys.sorted() == [16, 17, 18, 19])
        #expect(counts.values.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
    }

    @Test func `half of log-normal sizes are below the median, and all are within the bounds`() {
        let sizes = PayloadSizes.logNormal(median: 256)
        let drawn = (0..<10_000).map { sizes.size(for: UInt64($0)) }
        #expect((4_700...5_300).contains(drawn.count { $0 < 256 }))
        // With a deviation of 1, 15.9 % are above e medians.
        #expect((1_400...1_800).contains(drawn.count { $0 > 696 }))
        #expect(drawn.allSatisfy { (EventMark.size...256 * PayloadSizes.tail).contains($0) })
        #expect(abs(drawn.reduce(0, +) / drawn.count - sizes.mean) < 40)
    }

    @Test(arguments: [PayloadSizes.uniform(16...200), .logNormal(median: 100), .fixed(64)])
    func `a payload matches its mark, and its sum is computed from the mark`(sizes: PayloadSizes) {
        let templates = PayloadTemplates(of: load(sizes))
        for sequence in 0..<200 {
            let payload = templates.payload(of: mark(UInt64(sequence)))
            #expect(payload.isPayload(of: mark(UInt64(sequence)), in: templates))
            #expect(payload.wordSum == templates.sum(of: mark(UInt64(sequence))))
            #expect(payload.count == templates.size(of: mark(UInt64(sequence))))
        }
    }

    @Test func `a payload of another size or with a changed byte does not match`() {
        let templates = PayloadTemplates(of: load(.uniform(32...64)))
        let payload = templates.payload(of: mark(7))
        #expect(!(payload + [0]).isPayload(of: mark(7), in: templates))
        #expect(![UInt8](payload.dropLast()).isPayload(of: mark(7), in: templates))
        var changed = payload
        changed[payload.count - 1] ^= 1
        #expect(!changed.isPayload(of: mark(7), in: templates))
    }

    @Test func `text uses few byte values, random payloads use all`() {
        func bytes(_ contents: PayloadContents) -> Int {
            var random = SplitMix64(seed: 1)
            return Set(contents.bytes(20_000, using: &random)).count
        }
        #expect(bytes(.text) < 32)
        #expect(bytes(.random) == 256)
    }

    @Test func `sizes parse from their own description`() throws {
        for text in ["256", "64-4096", "median:256"] {
            #expect(try #require(PayloadSizes(argument: text)).description == text)
        }
        for text in ["", "a", "64-", "-64", "64-16", "median:", "median:x", "1-2-3"] {
            #expect(PayloadSizes(argument: text) == nil, "\(text)")
        }
    }
}
