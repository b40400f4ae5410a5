import Dispatch
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct HeartbeatTests {
    @Test func `a heartbeat that runs after the end counts with its delay`() async throws {
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

    @Test func `a heartbeat longer than an interval has a beat`() async throws {
        let heartbeat = Heartbeat()
        try await Task.sleep(nanoseconds: Heartbeat.interval + 1_000_000)
        #expect(await !heartbeat.end().isEmpty)
    }
}

/// Keeps its thread until it is released.
private func wait(for release: DispatchSemaphore) { release.wait() }
