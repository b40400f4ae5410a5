import CoreMetrics
import Nacre

/// How far index and subscriptions are behind the log, as far as this process knows.
///
/// Whoever moves one of them on records what that makes of the lag, with the lock held: so what was recorded last is
/// what was so last, whichever thread was first.
final class Lags: Sendable {
    private let index: Gauge
    private let subscriptions: Gauge
    private let slowestSubscription: Gauge

    private struct State {
        var head: Position = 0
        var indexed: Position = 0
        /// Up to where each subscription has been given the log.
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

    /// The log goes up to a position at least.
    func logGoes(to head: Position) {
        state.withLock { state in
            state.see(head: head)
            index.record(state.indexLag)
            if !state.followers.isEmpty { slowestSubscription.record(state.subscriptionLag) }
        }
    }

    /// The index ends at a position, which may be before where it ended.
    func indexGoes(to position: Position) {
        state.withLock { state in
            state.see(head: position)
            state.indexed = position
            index.record(state.indexLag)
        }
    }

    // MARK: Subscriptions

    /// One subscription among those that are measured, as long as there is something that holds it.
    final class Follower: Sendable {
        private let number: UInt64
        private let lags: Lags

        fileprivate init(_ number: UInt64, of lags: Lags) {
            self.number = number
            self.lags = lags
        }

        /// It has been given the log up to a position.
        ///
        /// - Parameters:
        ///   - position: The position.
        ///   - head: Up to where the log went when it looked.
        func goes(to position: Position, head: Position) {
            lags.move(number, to: position, head: head)
        }

        deinit {
            lags.remove(number)
        }
    }

    /// Adds a subscription that begins behind a position.
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
