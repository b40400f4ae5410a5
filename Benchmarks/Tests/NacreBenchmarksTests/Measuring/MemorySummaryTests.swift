import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct MemorySummaryTests {
    private func samples(_ bytes: [UInt64]) -> [MemorySample] {
        bytes.enumerated().map { MemorySample(seconds: Double($0) / 10, bytes: $1) }
    }

    @Test func `growing memory has a slope, and a second half above the first`() throws {
        let summary = try #require(MemorySummary(samples((0..<101).map { 1_000 + 10 * $0 })))
        #expect(summary.maxBytes == 2_000)
        #expect(summary.firstHalfMaxBytes == 1_500)
        #expect(summary.secondHalfMeanBytes > summary.firstHalfMeanBytes)
        #expect(abs(summary.slopeBytesPerSecond - 100) < 0.001)
    }

    @Test func `constant memory is flat`() throws {
        let summary = try #require(MemorySummary(samples([7, 7, 7, 7])))
        #expect(summary.slopeBytesPerSecond == 0)
        #expect(summary.firstHalfMeanBytes == summary.secondHalfMeanBytes)
    }

    @Test func `a summary needs at least one sample`() {
        #expect(MemorySummary(samples([9]))?.secondHalfMaxBytes == 9)
        #expect(MemorySummary([]) == nil)
    }

    #if os(Linux)
        @Test func `anonymous memory counts, and mapped files do not`() async throws {
            let before = try #require(ProcessCounters.anonymousBytes(of: getpid()))
            let block = [UInt8](repeating: 1, count: 64 << 20)
            let after = try #require(ProcessCounters.anonymousBytes(of: getpid()))
            #expect(after > before + 32 << 20 || block[1] != 1)
        }

        @Test func `the bytes that a process writes are counted`() throws {
            let before = try #require(ProcessCounters.bytesWritten(by: getpid()))
            let folder = FileManager.default.temporaryDirectory
            let file = folder.appendingPathComponent("nacre-bench-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(repeating: 1, count: 1 << 20).write(to: file)
            let after = try #require(ProcessCounters.bytesWritten(by: getpid()))
            // A file system in memory counts nothing.
            if !["tmpfs", "ramfs"].contains(FileSystem.mount(of: folder).type) { #expect(after >= before + 1 << 20) }
            #expect(ProcessCounters.bytesWritten(toDeviceOf: URL(fileURLWithPath: "/nowhere")) == nil)
        }
    #endif
}
