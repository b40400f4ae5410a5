import FeatureAPI
import Synchronization

/// Passes events to a connection, which may be slower than they come: only the newest waits.
///
/// Each event contains the whole value, or is made when it is taken, so an event that was replaced by a newer one is not
/// missed.
final class EventMailbox: Sendable {
    private let newest = Mutex<EventStream.Pending?>(nil)
    private let signal: AsyncStream<Void>.Continuation

    /// Ends after ``finish()``; wakes after each event and each heartbeat.
    let wakes: AsyncStream<Void>

    init() {
        (wakes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Replaces the events that wait.
    func put(_ events: @escaping EventStream.Pending) {
        newest.withLock { $0 = events }
        signal.yield()
    }

    /// Lets the connection send a comment if no event waits.
    func beat() { signal.yield() }

    /// Ends ``wakes`` once what waits is taken.
    func finish() { signal.finish() }

    /// The text to send now.
    ///
    /// - Throws: Errors of making the events.
    func take() async throws -> String {
        let pending = newest.withLock { newest in
            defer { newest = nil }
            return newest
        }
        let text = try await pending?().map(\.text).joined() ?? ""
        return text.isEmpty ? ServerSentEvent.comment : text
    }
}
