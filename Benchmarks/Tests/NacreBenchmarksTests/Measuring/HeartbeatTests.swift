import Dispatch
import Testing

@testable import NacreBenchmarks

@Suite struct HeartbeatTests {
    @Test func `a beat that came to run only after the end counts, as late as it is`() async throws {
        let thread = CallerThread()
        defer { thread.end() }
        let release = DispatchSemaphore(value: 0)
        let blocked = Task(executorPreference: thread) { wait(for: release) }
        let heartbeat = Heartbeat(on: thread)
        try await Task.sleep(for: .milliseconds(30))
        async let ended = heartbeat.end()
        try await Task.sleep(for: .milliseconds(30))
        release.signal()
        await blocked.value
        // Due after one interval, and not run before the thread was free.
        #expect(await ended.max() ?? 0 >= 50_000_000)
    }

    @Test func `who runs longer than an interval has a beat`() async throws {
        let heartbeat = Heartbeat()
        try await Task.sleep(nanoseconds: Heartbeat.interval + 1_000_000)
        #expect(await !heartbeat.end().isEmpty)
    }
}

/// Keeps its thread until it is released.
private func wait(for release: DispatchSemaphore) { release.wait() }
