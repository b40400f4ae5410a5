import DomainKit
import FeatureAPI
import Synchronization
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct RequestsInFlightTests {
    private struct Broken: Error {}

    private let identity = RequestIdentity(client: "a", route: "POST /v1/items", key: "k")
    private let requests = RequestsInFlight()

    /// A request that runs until it is let go.
    private final class Running: Sendable {
        let number = WaitableValue(0)
        let mayEnd = WaitableValue(false)

        func run() async throws -> APIResponse {
            let number = number.change { number in
                number += 1
                return number
            }
            try await mayEnd.wait { $0 }
            return APIResponse(status: 200, body: [UInt8(truncatingIfNeeded: number)])
        }
    }

    @Test func `of equal requests at once, one runs, and all get its answer`() async throws {
        let running = Running()
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 {
                group.addTask { try await requests.answer(to: identity, body: [1]) { try await running.run() }.body }
            }
            while requests.waiting < 49 { await Task.yield() }
            running.mayEnd.change { $0 = true }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: [1], count: 50))
        #expect(running.number.value == 1)
    }

    @Test func `a request after the end of an equal one runs by itself`() async throws {
        for number: UInt8 in 1...2 {
            let answer = try await requests.answer(to: identity, body: [number]) {
                APIResponse(status: 200, body: [number])
            }
            #expect(answer.body == [number])
        }
    }

    @Test func `a request with another body is refused while the first one runs`() async throws {
        let running = Running()
        async let first = requests.answer(to: identity, body: [1]) { try await running.run() }
        try await running.number.wait { $0 == 1 }
        let error = await #expect(throws: Problem.self) {
            try await requests.answer(to: identity, body: [2]) { throw Broken() }
        }
        #expect(error?.code == "idempotencyKeyReused")
        running.mayEnd.change { $0 = true }
        #expect(try await first.status == 200)
    }

    @Test func `after a failure, a request that waited runs`() async throws {
        let mayFail = WaitableValue(false)
        let isRunning = WaitableValue(false)
        async let first = requests.answer(to: identity, body: [1]) {
            isRunning.change { $0 = true }
            try await mayFail.wait { $0 }
            throw Broken()
        }
        try await isRunning.wait { $0 }
        async let second = requests.answer(to: identity, body: [1]) { APIResponse(status: 204) }
        while requests.waiting < 1 { await Task.yield() }
        mayFail.change { $0 = true }
        do {
            _ = try await first
            Issue.record("the first request did not fail")
        } catch is Broken {}
        #expect(try await second.status == 204)
    }

    @Test func `requests of other identities do not wait for each other`() async throws {
        let running = Running()
        async let first = requests.answer(to: identity, body: [1]) { try await running.run() }
        try await running.number.wait { $0 == 1 }
        let other = RequestIdentity(client: "a", route: "POST /v1/items", key: "l")
        #expect(try await requests.answer(to: other, body: [2]) { APIResponse(status: 204) }.status == 204)
        running.mayEnd.change { $0 = true }
        _ = try await first
    }
}
