import Testing

@testable import NacreBenchmarks

@Suite struct MemorySampleTests {
    @Test func `samples that are thinned out keep their peaks and their order`() {
        var samples = (0..<10_000).map { MemorySample(seconds: Double($0) / 10, bytes: 1_000) }
        samples[4_321].bytes = 9_000
        let thinned = MemorySample.thinned(samples, to: 600)
        #expect(thinned.count <= 600 && thinned.count > 500)
        #expect(thinned.map(\.bytes).max() == 9_000)
        #expect(thinned.map(\.seconds) == thinned.map(\.seconds).sorted())
        #expect(MemorySample.thinned(Array(samples.prefix(600)), to: 600).count == 600)
    }
}
