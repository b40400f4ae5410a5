import DomainKit
import LMDB
import Nacre
import Testing

@testable import NacreLMDB

extension AppendRequest {
    /// Answers a taken request, as the writer does.
    func answered(_ result: AppendResult) {
        answer = .repeated(result)
        resume()
    }
}

@Suite struct AppendQueueTests {
    private func request(bytes: Int) -> AppendRequest {
        let event = EventData(type: "T", data: [UInt8](repeating: 1, count: bytes - RecordLayout.headBytes))
        return AppendRequest(
            PreparedCommit(Commit([event], to: "s-1"), now: Instant(nanosecondsSince1970: 0, decimals: 0)))
    }

    private func append(_ bytes: Int, to queue: AppendQueue) -> Task<AppendResult, any Error> {
        Task {
            try await queue.reserve(bytes)
            return try await queue.submit(request(bytes: bytes))
        }
    }

    private let answer = AppendResult(firstPosition: 1, lastPosition: 1, streams: [])

    /// Waits until the queue is in a given state.
    private func wait(until holds: () -> Bool) async throws {
        while !holds() { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Takes a group; blocks if none waits.
    private func take(from queue: AppendQueue) -> [AppendRequest] {
        var group: [AppendRequest] = []
        return queue.take(into: &group) ? group : []
    }

    @Test(.timeLimit(.minutes(25)))
    func `requests beyond the bound wait for room, and none is lost`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let tasks = (0..<40).map { _ in append(100, to: queue) }
        var answered = 0
        while answered < tasks.count {
            try await wait {
                queue.load.requests > 0 && (queue.load.roomWaiters > 0 || queue.load.requests + answered == 40)
            }
            #expect(queue.load.bytes <= 250)
            let group = take(from: queue)
            #expect(group.count <= 2)
            for request in group { request.answered(answer) }
            answered += group.count
        }
        for task in tasks { #expect(try await task.value == answer) }
        #expect(queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
    }

    @Test(.timeLimit(.minutes(25)))
    func `refused requests take no room in the queue`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        for _ in 0..<3 {
            let tasks = (0..<2).map { _ in append(100, to: queue) }
            try await wait { queue.load.requests == 2 }
            queue.refuse(.storeClosed)
            for task in tasks { await #expect(throws: EventStoreError.self) { try await task.value } }
            #expect(queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
        }
    }

    @Test(.timeLimit(.minutes(25)))
    func `a request larger than the bound is admitted alone`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let small = append(100, to: queue)
        try await wait { queue.load.requests == 1 }
        let large = append(5_000, to: queue)
        try await wait { queue.load.roomWaiters == 1 }
        let behind = append(100, to: queue)
        try await wait { queue.load.roomWaiters == 2 }
        for _ in 0..<3 {
            try await wait { queue.load.requests == 1 }
            for request in take(from: queue) { request.answered(answer) }
        }
        for task in [small, large, behind] { #expect(try await task.value == answer) }
    }

    @Test func `a group is taken in order of arrival, up to its byte limit`() async throws {
        let queue = AppendQueue(maxByteCount: 10_000, groupByteCount: 250)
        var tasks: [Task<AppendResult, any Error>] = []
        for (index, bytes) in [100, 100, 100, 900, 100].enumerated() {
            tasks.append(append(bytes, to: queue))
            try await wait { queue.load.requests == index + 1 }
        }
        let groups = (0..<4).map { _ in take(from: queue) }
        #expect(groups.map { $0.map(\.byteCount) } == [[100, 100], [100], [900], [100]])
        for request in groups.joined() { request.answered(answer) }
        for task in tasks { _ = try await task.value }
    }

    @Test func `a cancelled request leaves the queue and frees its room`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let first = append(200, to: queue)
        try await wait { queue.load.requests == 1 }
        let second = append(200, to: queue)
        try await wait { queue.load.roomWaiters == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await wait { queue.load.requests == 1 && queue.load.roomWaiters == 0 }
        for request in take(from: queue) { request.answered(answer) }
        #expect(try await second.value == answer)
        #expect(queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
    }

    @Test func `cancelling a request keeps the order of the others`() async throws {
        let queue = AppendQueue(maxByteCount: 10_000, groupByteCount: 10_000)
        var tasks: [Task<AppendResult, any Error>] = []
        for index in 0..<7 {
            tasks.append(append(100 + index, to: queue))
            try await wait { queue.load.requests == index + 1 }
        }
        for index in [0, 3, 6] {
            tasks[index].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[index].value }
        }
        let group = take(from: queue)
        #expect(group.map(\.byteCount) == [101, 102, 104, 105])
        #expect(queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
        for request in group { request.answered(answer) }
        for index in [1, 2, 4, 5] { #expect(try await tasks[index].value == answer) }
    }

    @Test(.timeLimit(.minutes(25)))
    func `cancelling a task that waits for room lets later ones proceed`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let first = append(100, to: queue)
        try await wait { queue.load.requests == 1 }
        let large = append(5_000, to: queue)
        try await wait { queue.load.roomWaiters == 1 }
        let small = append(100, to: queue)
        try await wait { queue.load.roomWaiters == 2 }
        large.cancel()
        await #expect(throws: CancellationError.self) { try await large.value }
        // The writer does nothing meanwhile: there is room for it.
        try await wait { queue.load.requests == 2 }
        for request in take(from: queue) { request.answered(answer) }
        for task in [first, small] { #expect(try await task.value == answer) }
    }

    @Test(.timeLimit(.minutes(25)))
    func `a task cancelled before submitting passes its room on`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        try await queue.reserve(200)
        let second = append(200, to: queue)
        try await wait { queue.load.roomWaiters == 1 }
        let first = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await queue.submit(request(bytes: 200))
        }
        await #expect(throws: CancellationError.self) { try await first.value }
        try await wait { queue.load.requests == 1 }
        for request in take(from: queue) { request.answered(answer) }
        #expect(try await second.value == answer)
    }

    @Test func `a taken request is answered even if it is cancelled`() async throws {
        let queue = AppendQueue()
        let task = append(100, to: queue)
        try await wait { queue.load.requests == 1 }
        let group = take(from: queue)
        task.cancel()
        for request in group { request.answered(answer) }
        #expect(try await task.value == answer)
    }

    @Test func `closing fails waiting and later requests`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let tasks = (0..<10).map { _ in append(100, to: queue) }
        try await wait { queue.load.requests == 2 && queue.load.roomWaiters == 8 }
        queue.close()
        for task in tasks + [append(100, to: queue)] {
            await #expect { try await task.value } throws: { ($0 as? EventStoreError)?.code == .closed }
        }
        #expect(take(from: queue).isEmpty)
        #expect(queue.load == AppendQueue.Load(requests: 0, bytes: 0, roomWaiters: 0))
    }

    @Test func `stopping fails waiting and later requests with the disk's error`() async throws {
        let queue = AppendQueue(maxByteCount: 250, groupByteCount: 1_000)
        let tasks = (0..<10).map { _ in append(100, to: queue) }
        try await wait { queue.load.requests == 2 && queue.load.roomWaiters == 8 }
        queue.stop(.appendsStopped(CancellationError(), outcome: .notWritten))
        for task in tasks + [append(100, to: queue)] {
            await #expect { try await task.value } throws: { ($0 as? EventStoreError)?.code == .appendsStopped }
        }
        #expect(take(from: queue).isEmpty)
    }

    // MARK: The seat

    /// Lets a number of groups of one request pass.
    private func pass(_ count: Int, through queue: AppendQueue) async throws {
        for _ in 0..<count {
            let task = append(100, to: queue)
            try await wait { queue.load.requests == 1 }
            for request in take(from: queue) { request.answered(answer) }
            _ = try await task.value
        }
    }

    @Test func `a caller is alone after some groups of one request, until others wait or are resumed late`()
        async throws
    {
        let queue = AppendQueue(resumptionLimit: 1_000)
        try await pass(3, through: queue)
        #expect(!queue.takeSeatAlone())
        try await pass(1, through: queue)
        #expect(queue.takeSeatAlone())
        #expect(!queue.takeSeatAlone())
        queue.leaveSeat()
        let others = (0..<2).map { _ in append(100, to: queue) }
        try await wait { queue.load.requests == 2 }
        #expect(!queue.takeSeatAlone())
        for request in take(from: queue) { request.answered(answer) }
        for task in others { _ = try await task.value }
        #expect(!queue.takeSeatAlone())
        try await pass(4, through: queue)
        queue.noteResumption(after: 1_000)
        #expect(queue.takeSeatAlone())
        queue.leaveSeat()
        queue.noteResumption(after: 1_001)
        try await pass(67, through: queue)
        #expect(!queue.takeSeatAlone())
        try await pass(1, through: queue)
        #expect(queue.takeSeatAlone())
    }

    @Test func `the writer waits while a caller has the seat, and is woken when it leaves`() async throws {
        let queue = AppendQueue()
        try await pass(4, through: queue)
        #expect(queue.takeSeatAlone())
        let woken = Flag()
        let writer = try DedicatedThread {
            if queue.waitForRequests() { woken.raise() }
        }
        let task = append(100, to: queue)
        try await wait { queue.load.requests == 1 }
        try await Task.sleep(for: .milliseconds(50))
        #expect(!woken.isRaised)
        queue.leaveSeat()
        writer.join()
        #expect(woken.isRaised)
        #expect(!queue.takeSeatAlone())
        for request in take(from: queue) { request.answered(answer) }
        _ = try await task.value
        queue.leaveSeat()
        #expect(queue.takeSeatAlone())
        queue.close()
        let closed = try DedicatedThread {
            if queue.waitForRequests() { Issue.record("a closed queue has requests") }
        }
        queue.leaveSeat()
        closed.join()
    }
}
