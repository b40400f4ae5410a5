import DomainKit
import PresentationKit
import PresentationTesting
import Testing

@Suite(.timeLimit(.minutes(25))) @MainActor
struct ObservationsTests {
    private let values: MockObservation<Int, Int>
    private let changes = ChangeSignal()
    private let observations = Observations()
    private let received = Outcomes<Int>()

    init() {
        values = MockObservation(following: changes) { $0 }
    }

    private func follow() async -> Bool {
        await observations.follow(values(7)) { [received] result in
            if case .success(let value) = result { received.report(value) } else { received.report(-1) }
        }
    }

    @Test func `following returns with the present value, and an error is none`() async throws {
        #expect(await follow())
        values.fail(with: CancellationError())
        #expect(await !follow())
        #expect(received.all == [7, -1])
    }

    @Test func `stopping ends the load of the present value`() async throws {
        values.gate.close()
        async let followed = follow()
        try await values.gate.waits()
        observations.stop()
        #expect(await !followed)
        try await values.gate.isLeft()
        #expect(received.all.isEmpty)
    }

    @Test func `cancelling the task that waits ends the load of the present value`() async throws {
        values.gate.close()
        let following = Task { await follow() }
        try await values.gate.waits()
        following.cancel()
        #expect(await !following.value)
        try await values.gate.isLeft()
        #expect(received.all.isEmpty)
    }

    @Test func `stopping does not wait for a query that does not notice it`() async throws {
        let query = MockUseCase<Int, Int> { $0 }
        query.gate.close()
        let stubborn = LiveValues(following: changes) { try await Task { try await query(7) }.value }
        async let followed = observations.follow(stubborn) { [received] _ in received.report(-1) }
        try await query.gate.waits()
        observations.stop()
        #expect(await !followed)
        query.gate.open()
        try await query.gate.isLeft()
        #expect(received.all.isEmpty)
    }

    @Test func `releasing the observations ends them`() async throws {
        var released: Observations? = Observations()
        await released?.follow(values(7)) { _ in }
        while changes.waiting == 0 { await Task.yield() }
        released = nil
        while changes.waiting > 0 { await Task.yield() }
    }
}
