import DomainKit
import Nacre
import Testing

@testable import NacreLMDB

/// The arrival time of a group's oldest request.
@Suite(.timeLimit(.minutes(25))) struct ArrivalTests {
    private let queue = AppendQueue(maxByteCount: 10_000, groupByteCount: 250, isTimed: true)

    private func append(_ queue: AppendQueue) -> Task<AppendResult, any Error> {
        Task {
            let event = EventData(type: "T", data: [UInt8](repeating: 1, count: 100 - RecordLayout.headBytes))
            let prepared = PreparedCommit(
                Commit([event], to: "s-1"), now: Instant(nanosecondsSince1970: 0, decimals: 0))
            try await queue.reserve(100)
            return try await queue.submit(AppendRequest(prepared))
        }
    }

    /// Adds a number of waiting requests.
    private func add(_ count: Int, to queue: AppendQueue) async {
        let before = queue.load.requests
        for number in 1...count {
            _ = append(queue)
            while queue.load.requests < before + number { await Task.yield() }
        }
    }

    /// Takes a group, and answers it.
    ///
    /// - Returns: The arrival time of its first request, and the number of requests.
    private func take(from queue: AppendQueue) -> (arrival: UInt64, count: Int) {
        var group: [AppendRequest] = []
        guard queue.take(into: &group) else { return (0, 0) }
        for request in group { request.answered(AppendResult(firstPosition: 1, lastPosition: 1, streams: [])) }
        return (group[0].arrival, group.count)
    }

    @Test func `arrival is recorded for the first request and the first after each group`()
        async
    {
        let begun = StoreMetrics.now
        await add(5, to: queue)
        let groups = (0..<3).map { _ in take(from: queue) }
        #expect(groups.map(\.count) == [2, 2, 1])
        #expect(groups[0].arrival >= begun)
        #expect(Set(groups.map(\.arrival)).count == 1)
        let later = StoreMetrics.now
        await add(1, to: queue)
        #expect(take(from: queue).arrival >= later)
    }

    @Test func `arrival is recorded for the first request after a group is taken`() async {
        await add(3, to: queue)
        let first = take(from: queue)
        let between = StoreMetrics.now
        await add(2, to: queue)
        #expect(take(from: queue).arrival == first.arrival)
        #expect(take(from: queue).arrival >= between)
    }

    @Test func `a withdrawn request passes its arrival time to the next`() async {
        let first = append(queue)
        while queue.load.requests < 1 { await Task.yield() }
        let between = StoreMetrics.now
        let second = append(queue)
        while queue.load.requests < 2 { await Task.yield() }
        first.cancel()
        _ = await first.result
        let group = take(from: queue)
        #expect(group.count == 1)
        #expect(group.arrival > 0)
        #expect(group.arrival <= between)
        _ = await second.result
    }

    @Test func `arrival is recorded for the next request after the queue was emptied by withdrawals`() async {
        let first = append(queue)
        while queue.load.requests < 1 { await Task.yield() }
        first.cancel()
        _ = await first.result
        let later = StoreMetrics.now
        await add(1, to: queue)
        #expect(take(from: queue).arrival >= later)
    }

    @Test func `no arrival is recorded without metrics`() async {
        let queue = AppendQueue()
        await add(2, to: queue)
        #expect(take(from: queue).arrival == 0)
    }
}
