import Foundation

/// What a load used of the machine while it ran, the harness's own share included, and how the cooperative pool fared.
struct LoadUse: Hashable, Sendable {
    /// From beginning to end.
    var nanoseconds: UInt64

    /// What the process used.
    var resources: ResourceUse

    /// Bytes of anonymous memory that it had in the end, where the system counts them.
    var anonymousBytes: UInt64?

    /// Bytes that were written from its end until its store was closed; `nil` where nobody looked.
    var bytesWrittenByClosing: UInt64?

    /// What the process had used in the end, since it began.
    fileprivate var end: ResourceUse

    /// By how many nanoseconds each beat of the pool was late.
    var heartbeatDelays: [UInt64]
}

extension LoadUse {
    /// Looks at what the closing of the store has written, when it is closed.
    mutating func noteClosing() {
        bytesWrittenByClosing = ResourceUse.current.since(end).bytesWritten
    }
}

/// Looks at this process while a load runs in it.
enum LoadMeter {
    /// Runs a body and looks at the process meanwhile, where that is wanted.
    static func during<Result>(
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
