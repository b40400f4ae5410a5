import Foundation

/// The resources that a load used, including the harness's own share, and the delays of the cooperative pool.
package struct LoadUse: Hashable, Sendable {
    package var nanoseconds: UInt64
    package var resources: ResourceUse

    /// Bytes of anonymous memory at the end, if the system counts them.
    package var anonymousBytes: UInt64?

    /// Bytes written from the load's end until its store was closed; `nil` if not measured.
    package var bytesWrittenByClosing: UInt64?

    /// The process's total use at the end of the load.
    fileprivate var end: ResourceUse

    /// The delay of each heartbeat of the pool, in nanoseconds.
    package var heartbeatDelays: [UInt64]
}

extension LoadUse {
    /// Measures the bytes written by closing the store; called after closing.
    package mutating func noteClosing() {
        bytesWrittenByClosing = ResourceUse.current.since(end).bytesWritten
    }
}

/// Measures this process while a load runs in it.
package enum LoadMeter {
    /// Runs a body and, if requested, measures the process meanwhile.
    package static func during<Result>(
        isWanted: Bool, _ body: () async throws -> Result
    ) async rethrows -> (result: Result, use: LoadUse?) {
        guard isWanted else { return (try await body(), nil) }
        let heartbeat = Heartbeat()
        let before = ResourceUse.current
        let start = monotonicNanoseconds()
        let result: Result
        do {
            result = try await body()
        } catch {
            _ = await heartbeat.end()
            throw error
        }
        let end = monotonicNanoseconds()
        let after = ResourceUse.current
        let memory = ProcessCounters.anonymousBytes(of: ProcessInfo.processInfo.processIdentifier)
        let use = LoadUse(
            nanoseconds: end - start, resources: after.since(before), anonymousBytes: memory, end: after,
            heartbeatDelays: await heartbeat.end())
        return (result, use)
    }
}
