import DomainKit

/// A query on its way to the server and back, for all callers that wait for it.
struct AnswerFlight<Answer: Sendable>: Sendable {
    /// The ordinal of the flight: of two flights of one query, one that began after the other's end has the newer answer.
    let number: UInt64

    /// The account that asks.
    let account: String

    /// The number of the client's own changes before it began.
    let changes: UInt64

    /// The revision at which it began.
    let revision: UInt64

    private let outcome = WaitableValue<Result<Cached<Answer>, any Error>?>(nil)

    init(number: UInt64, account: String, changes: UInt64, revision: UInt64) {
        self.number = number
        self.account = account
        self.changes = changes
        self.revision = revision
    }

    /// Ends the flight.
    func land(_ result: Result<Cached<Answer>, any Error>) {
        outcome.change { $0 = result }
    }

    /// Waits for the answer.
    func answer() async throws -> Cached<Answer> {
        while true {
            try await outcome.wait { $0 != nil }
            if let result = outcome.value { return try result.get() }
        }
    }

    /// Waits for the answer, but not longer than a duration.
    ///
    /// - Returns: The answer; `nil` if it has not arrived.
    func answer(within patience: Duration, on clock: any Clock<Duration>) async throws -> Cached<Answer>? {
        try await withThrowingTaskGroup(of: Cached<Answer>?.self) { group in
            group.addTask { try await answer() }
            group.addTask {
                try await clock.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
