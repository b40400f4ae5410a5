import DomainKit
import FeatureAPI
import Synchronization

/// Lets one of equal requests at the same time run; the others wait for its answer.
final class RequestsInFlight: Sendable {
    private struct Flight {
        let body: [UInt8]
        let outcome: WaitableValue<Outcome>
    }

    /// How a request has ended.
    private enum Outcome: Sendable {
        case running
        case answered(APIResponse)
        case failed

        var isOver: Bool {
            if case .running = self { false } else { true }
        }
    }

    private let flights = Mutex<[RequestIdentity: Flight]>([:])

    /// How many requests wait.
    var waiting: Int {
        flights.withLock { flights in flights.values.reduce(0) { $0 + $1.outcome.waiting } }
    }

    /// Runs a request, or waits for the answer of an equal one that runs.
    ///
    /// After a failure, the next one runs.
    ///
    /// - Parameters:
    ///   - identity: The identity of the request.
    ///   - body: The body.
    ///   - run: Runs the request.
    /// - Returns: The answer.
    /// - Throws: A ``Problem`` if the request that runs has another body; the errors of `run`; `CancellationError` if the
    ///   task is cancelled while it waits.
    func answer(
        to identity: RequestIdentity, body: [UInt8], _ run: @Sendable () async throws -> APIResponse
    ) async throws -> APIResponse {
        let own = Flight(body: body, outcome: WaitableValue(.running))
        while let other = begin(own, of: identity) {
            guard other.body == body else { throw Failure.otherRequest.problem }
            try await other.outcome.wait { $0.isOver }
            if case .answered(let answer) = other.outcome.value { return answer }
        }
        var outcome = Outcome.failed
        defer {
            flights.withLock { $0[identity] = nil }
            // Afterwards: those who wait begin at once.
            own.outcome.change { [outcome] in $0 = outcome }
        }
        let answer = try await run()
        outcome = .answered(answer)
        return answer
    }

    /// Begins a request, unless one with its identity runs.
    ///
    /// - Returns: The one that runs; `nil` if the request has begun.
    private func begin(_ flight: Flight, of identity: RequestIdentity) -> Flight? {
        flights.withLock { flights in
            if let other = flights[identity] { return other }
            flights[identity] = flight
            return nil
        }
    }
}
