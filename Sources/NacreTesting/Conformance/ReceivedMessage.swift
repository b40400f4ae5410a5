internal import Nacre

/// A message of a subscription, reduced to what these rules compare.
enum ReceivedMessage: Hashable, CustomStringConvertible {
    /// An event, by its position.
    case event(Position)

    /// The caught-up marker, with its position.
    case marker(Position)

    init(_ message: SubscriptionMessage) {
        self =
            switch message {
            case .event(let event): .event(event.position)
            case .caughtUp(let position): .marker(position)
            }
    }

    /// The position; that of a marker follows a bar.
    var description: String {
        switch self {
        case .event(let position): "\(position)"
        case .marker(let position): "|\(position)"
        }
    }
}

extension Subscription.Iterator {
    /// The next messages.
    ///
    /// - Parameter count: The number of messages to wait for.
    /// - Returns: The messages.
    /// - Throws: Errors of the subscription; ``ConformanceFailure`` if it ends without an error.
    mutating func take(_ count: Int) async throws -> [ReceivedMessage] {
        try await takeWhole(count).map { ReceivedMessage($0) }
    }

    /// The next messages, complete.
    ///
    /// - Parameter count: The number of messages to wait for.
    /// - Returns: The messages.
    /// - Throws: Errors of the subscription; ``ConformanceFailure`` if it ends without an error.
    mutating func takeWhole(_ count: Int) async throws -> [SubscriptionMessage] {
        var taken: [SubscriptionMessage] = []
        for _ in 0..<count {
            guard let message = try await next() else {
                let delivered = taken.map { ReceivedMessage($0) }
                throw ConformanceFailure(finding: "the subscription ended without an error after \(delivered)")
            }
            taken.append(message)
        }
        return taken
    }
}

extension Array where Element == ReceivedMessage {
    /// Events at these positions.
    static func events(_ positions: ClosedRange<Position>) -> [ReceivedMessage] { positions.map { .event($0) } }

    /// The positions of the events among them.
    var events: [Position] { compactMap { if case .event(let position) = $0 { position } else { nil } } }
}

extension Array where Element == SubscriptionMessage {
    /// The events among them.
    var events: [RecordedEvent] { compactMap { if case .event(let event) = $0 { event } else { nil } } }
}

/// Runs a body that waits for messages, with a time limit that suits any store.
///
/// - Parameter body: The work; subscriptions in it must end when cancelled.
/// - Returns: The result of the body.
/// - Throws: Errors of the body; ``ConformanceFailure`` if it takes too long.
func withTimeLimit<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: .seconds(120))
            throw ConformanceFailure(finding: "the expected messages did not arrive within two minutes")
        }
        defer { group.cancelAll() }
        return try await requireValue(group.next(), "the result of the body")
    }
}
