import Benchmark
import Foundation
import MicroBenchmarks

/// The micro-benchmarks by the benchmark package: time, units per second and memory.
///
/// Its counts of instructions, system calls and allocations need dependencies that are left out here, or counters that
/// a virtual machine lacks; `Benchmarks/count-instructions` counts instructions.
let benchmarks: @Sendable () -> Void = {
    for micro in MicroBenchmark.all {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-micro-\(UUID().uuidString)")
        let prepared = Prepared()
        Benchmark(
            micro.name,
            configuration: .init(
                metrics: [.wallClock, .throughput, .peakMemoryResident], warmupIterations: 3, maxDuration: .seconds(1)),
            closure: { (benchmark: Benchmark, work: MicroWork) in
                for _ in benchmark.scaledIterations { try work.call() }
            },
            setup: {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let work = try await micro.prepared(in: folder)
                prepared.work = work
                return work
            },
            teardown: {
                await prepared.work?.close()
                try FileManager.default.removeItem(at: folder)
            })
    }
}

/// Passes the work of a benchmark's setup to its teardown.
private final class Prepared {
    var work: MicroWork?
}
