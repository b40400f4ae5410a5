public import DomainKit

/// The changes that a server signals by server-sent events, as a change feed.
///
/// The first wait opens a connection, which all waits share and which stays open as long as the feed exists. A lost
/// connection is made again, after growing delays, and resumed with the id of the last event. A wait ends with an error
/// only if the server refuses the stream, for example because the session has ended; the next wait tries again.
///
/// A new connection begins with a signal, because changes may have been missed before.
public actor RemoteChangeFeed: ChangeFeed {
    // API-13: One stream of signals serves all observers of a client.

    private struct State {
        var mark: UInt64 = 0

        /// Why the last connection was refused.
        var refusal: (any Error)?
    }

    private let state = WaitableValue(State())
    private let run: @Sendable (WaitableValue<State>) async -> Void
    private var connection: Task<Void, Never>?

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the stream of signals.
    ///   - parameters: Its parameters.
    ///   - client: The client of the server.
    public init<Parameters: APIParameters>(
        _ endpoint: Endpoint<Parameters, NoMessage, ChangeMessage>, _ parameters: Parameters, of client: APIClient
    ) {
        run = { state in await Self.follow(endpoint, parameters, of: client, signaling: state) }
    }

    deinit { connection?.cancel() }

    /// The number of signals so far.
    ///
    /// - Returns: The number.
    public func mark() -> UInt64 { state.value.mark }

    /// Waits for a signal after a mark.
    ///
    /// - Parameter mark: The mark up to which changes were seen.
    /// - Throws: `CancellationError` if the task is cancelled; ``APIError`` if the server refuses the stream.
    public func waitForChange(after mark: UInt64) async throws {
        connect()
        try await state.wait { $0.mark > mark || $0.refusal != nil }
        let state = state.value
        if state.mark <= mark, let refusal = state.refusal { throw refusal }
    }

    private func connect() {
        guard connection == nil || state.value.refusal != nil else { return }
        state.change { $0.refusal = nil }
        connection = Task { [run, state] in await run(state) }
    }

    @concurrent
    private static func follow<Parameters: APIParameters>(
        _ endpoint: Endpoint<Parameters, NoMessage, ChangeMessage>, _ parameters: Parameters, of client: APIClient,
        signaling state: WaitableValue<State>
    ) async {
        var last: String?
        var failures = 0
        while true {
            var retryAfter = Duration.zero
            do {
                try await client.follow(endpoint, parameters, after: last) { id, _ in
                    failures = 0
                    last = id
                    state.change { $0.mark += 1 }
                }
            } catch let error as APIError where error.isTemporary {
                retryAfter = error.retryAfter ?? .zero
            } catch is CancellationError {
                return
            } catch {
                state.change { $0.refusal = error }
                return
            }
            failures += 1
            do {
                try await client.options.retry.wait(max(retryAfter, client.options.retry.backoff(after: failures)))
            } catch {
                // The feed is gone: its task was cancelled.
                return
            }
        }
    }
}

extension APIError {
    /// Whether another attempt may succeed without a change of the request or the session.
    fileprivate var isTemporary: Bool {
        switch code {
        case .networkUnreachable, .answerLost, .serverError: true
        default: problem?.status == 429
        }
    }
}
