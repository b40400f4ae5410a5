import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct MemorySampleTests {
    @Test func `consecutive turns sample with one thread at a time`() async throws {
        let sampler = MemorySampler()
        let process = ProcessInfo.processInfo.processIdentifier
        for _ in 0..<20 { await sampler.during(process) {} }
        let before = sampler.samples.count
        let start = monotonicNanoseconds()
        try await sampler.during(process) { try await Task.sleep(for: .milliseconds(350)) }
        let tenths = Double(monotonicNanoseconds() - start) / 1e8
        let taken = sampler.samples.count - before
        #expect(taken > 0)
        // One at the start, one every tenth of a second, and one at the end.
        #expect(Double(taken) <= tenths + 2, "\(taken) in \(tenths) tenths of a second")
    }

    @Test func `thinned samples keep peaks and order`() {
        var samples = (0..<10_000).map { MemorySample(seconds: Double($0) / 10, bytes: 1_000) }
        samples[4_321].bytes = 9_000
        let thinned = MemorySample.thinned(samples, to: 600)
        #expect(thinned.count <= 600 && thinned.count > 500)
        #expect(thinned.map(\.bytes).max() == 9_000)
        #expect(thinned.map(\.seconds) == thinned.map(\.seconds).sorted())
        #expect(MemorySample.thinned(Array(samples.prefix(600)), to: 600).count == 600)
    }
}
