import CoreMetrics
import Nacre

/// The lag of the index and of subscriptions behind the log, as far as this process knows.
///
/// Each change records the resulting lag with the lock held, so the last recorded value is the latest one, whichever
/// thread recorded it.
final class Lags: Sendable {
    // OPS-17: The lag of subscriptions is that of the slowest one, and the writer reports it too.

    private let index: Gauge
    private let subscriptions: Gauge
    private let slowestSubscription: Gauge

    private struct State {
        var head: Position = 0
        var indexed: Position = 0
        /// The position that each subscription has received.
        var followers: [UInt64: Position] = [:]
        var lastFollower: UInt64 = 0

        mutating func see(head: Position) {
            self.head = max(self.head, head)
        }

        var indexLag: UInt64 { head - min(indexed, head) }

        var subscriptionLag: UInt64 { head - min(followers.values.min() ?? head, head) }
    }

    private let state = Monitor(State())

    init(index: Gauge, subscriptions: Gauge, slowestSubscription: Gauge) {
        self.index = index
        self.subscriptions = subscriptions
        self.slowestSubscription = slowestSubscription
    }

    /// Reports a lower bound of the log's head.
    func headMoved(to head: Position) {
        state.withLock { state in
            state.see(head: head)
            index.record(state.indexLag)
            if !state.followers.isEmpty { slowestSubscription.record(state.subscriptionLag) }
        }
    }

    /// Reports the end of the index, which may have moved back.
    func indexMoved(to position: Position) {
        state.withLock { state in
            state.see(head: position)
            state.indexed = position
            index.record(state.indexLag)
        }
    }

    // MARK: Subscriptions

    /// One subscription among those that are measured; it is counted until it is deallocated.
    final class Follower: Sendable {
        private let number: UInt64
        private let lags: Lags

        fileprivate init(_ number: UInt64, of lags: Lags) {
            self.number = number
            self.lags = lags
        }

        /// Reports the position that the subscription has received.
        ///
        /// - Parameters:
        ///   - position: The position.
        ///   - head: The head of the log as the subscription saw it.
        func moved(to position: Position, head: Position) {
            lags.move(number, to: position, head: head)
        }

        deinit {
            lags.remove(number)
        }
    }

    /// Adds a subscription that starts after a position.
    func follower(after position: Position) -> Follower {
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = position
            subscriptions.record(state.followers.count)
            return state.lastFollower
        }
        return Follower(number, of: self)
    }

    private func move(_ number: UInt64, to position: Position, head: Position) {
        state.withLock { state in
            state.see(head: head)
            state.followers[number] = position
            slowestSubscription.record(state.subscriptionLag)
        }
    }

    private func remove(_ number: UInt64) {
        state.withLock { state in
            state.followers[number] = nil
            subscriptions.record(state.followers.count)
            slowestSubscription.record(state.subscriptionLag)
        }
    }
}
