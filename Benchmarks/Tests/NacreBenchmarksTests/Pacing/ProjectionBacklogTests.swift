import Testing

@testable import NacreBenchmarks

@Suite struct ProjectionBacklogTests {
    @Test(.timeLimit(.minutes(10)))
    func `whoever waits for a position goes on when the projections are there, and not before`() async {
        let backlog = ProjectionBacklog()
        let wait = Task {
            await backlog.wait(for: 10)
            return monotonicNanoseconds()
        }
        backlog.advance(to: 9)
        try? await Task.sleep(for: .milliseconds(50))
        let before = monotonicNanoseconds()
        backlog.advance(to: 10)
        #expect(await wait.value >= before)
    }

    @Test(.timeLimit(.minutes(10)))
    func `nobody waits for projections that have ended`() async {
        let backlog = ProjectionBacklog()
        async let wait: Void = backlog.wait(for: 10)
        backlog.end()
        await wait
        await backlog.wait(for: 11)
    }
}
