import Dispatch

@testable import NacreLMDB

extension BlockingPool {
    /// Runs a body while all threads of a store's pool are busy.
    func whileBusy(_ body: () async throws -> Void) async throws {
        let release = DispatchSemaphore(value: 0)
        let begun = Monitor(0)
        let busy = (0..<2).map { _ in
            Task {
                try await run {
                    begun.withLock { $0 += 1 }
                    _ = release.wait(timeout: .now() + 300)
                }
            }
        }
        while begun.withLock({ $0 }) < 2 { await Task.yield() }
        do { try await body() } catch {
            for _ in busy { release.signal() }
            throw error
        }
        for _ in busy { release.signal() }
        for task in busy { try await task.value }
    }
}
