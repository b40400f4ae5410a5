import FeatureAPI
import Synchronization

/// Passes events to a connection, which may be slower than they come: only the newest waits.
///
/// Each event contains the whole value, so an event that was replaced by a newer one is not missed.
final class EventMailbox: Sendable {
    private let newest = Mutex<ServerSentEvent?>(nil)
    private let signal: AsyncStream<Void>.Continuation

    /// Ends after ``finish()``; wakes after each event and each heartbeat.
    let wakes: AsyncStream<Void>

    init() {
        (wakes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Replaces the event that waits.
    func put(_ event: ServerSentEvent) {
        newest.withLock { $0 = event }
        signal.yield()
    }

    /// Lets the connection send a comment if no event waits.
    func beat() { signal.yield() }

    /// Ends ``wakes`` once what waits is taken.
    func finish() { signal.finish() }

    /// The text to send now.
    func take() -> String {
        newest.withLock { newest in
            defer { newest = nil }
            return newest?.text ?? ServerSentEvent.comment
        }
    }
}
