import Foundation
import Synchronization

/// Hands due appends to waiting callers.
package final class ArrivalDesk: Sendable {
    package struct Arrival: Sendable {
        package var number: Int
        var due: UInt64
    }

    private struct State {
        var dues: [UInt64]
        var next = 0

        /// Whether more may be added.
        var isOpen = false
        var callers: [CheckedContinuation<Arrival?, Never>] = []
    }

    /// The due times of appends, in order, by ``monotonicNanoseconds()``.
    var dues: [UInt64] { state.withLock(\.dues) }

    /// The time after which nothing is handed out, even if it was due before; `nil` if everything is, however late.
    package let end: UInt64?
    private let state: Mutex<State>

    /// The interval in nanoseconds at which an open desk is checked, even if nothing is due.
    private static let glance: UInt64 = 10_000_000

    /// Makes a desk that hands out nothing after its end.
    ///
    /// At an open desk, callers wait for additions until ``complete()`` or ``close()``.
    init(dues: [UInt64], end: UInt64? = nil, isOpen: Bool = false) {
        state = Mutex(State(dues: dues, isOpen: isOpen))
        self.end = end
    }

    /// Nanoseconds until the first append is due.
    ///
    /// The callers need this time to reach the desk, and the due times must be written first, so that no append is late
    /// because of them.
    package static func headStart(for count: Int) -> UInt64 { 10_000_000 + 10 * UInt64(count) }

    /// Adds appends that are due after all others.
    package func add(_ dues: [UInt64]) {
        state.withLock { $0.dues += dues }
    }

    /// Ends additions; due appends are still handed out.
    func complete() {
        state.withLock { $0.isOpen = false }
    }

    /// Stops handing out appends; callers learn of it when the next one would be due, or soon.
    package func close() {
        state.withLock {
            $0.isOpen = false
            $0.dues.removeSubrange($0.next...)
        }
    }

    /// The due times of appends that no caller has taken, in order.
    package var left: ArraySlice<UInt64> { state.withLock { $0.dues[$0.next...] } }

    /// Waits for the next untaken append, until it is due; `nil` if there are no more.
    package func next() async -> Arrival? {
        await withCheckedContinuation { caller in
            let now = monotonicNanoseconds()
            let answer = state.withLock { state -> Arrival?? in
                if isOver(at: now, state) { return .some(nil) }
                if let arrival = take(dueBy: now, in: &state) { return arrival }
                state.callers.append(caller)
                return nil
            }
            if let answer { caller.resume(returning: answer) }
        }
    }

    /// Hands everything due to waiting callers, and returns the time of the next due append or of the end.
    ///
    /// Returns `nil` if there are no more, or no caller waits: the next caller finds the append itself.
    func handOutDue() -> UInt64? {
        let now = monotonicNanoseconds()
        while true {
            let (caller, arrival) = state.withLock { state -> (CheckedContinuation<Arrival?, Never>?, Arrival?) in
                // The most recent caller: its data is still in the processor's caches.
                if isOver(at: now, state) { return (state.callers.popLast(), nil) }
                guard !state.callers.isEmpty, let arrival = take(dueBy: now, in: &state) else { return (nil, nil) }
                return (state.callers.removeLast(), arrival)
            }
            guard let caller else { break }
            caller.resume(returning: arrival)
        }
        return state.withLock { state in
            guard !state.callers.isEmpty else { return nil }
            let next = state.next < state.dues.count ? state.dues[state.next] : nil
            if state.isOpen { return min(next ?? .max, now + Self.glance) }
            return next.map { min(end ?? .max, $0) }
        }
    }

    private func isOver(at now: UInt64, _ state: State) -> Bool {
        (state.next == state.dues.count && !state.isOpen) || end.map { now >= $0 } == true
    }

    private func take(dueBy now: UInt64, in state: inout State) -> Arrival? {
        guard state.next < state.dues.count, state.dues[state.next] <= now else { return nil }
        defer { state.next += 1 }
        return Arrival(number: state.next, due: state.dues[state.next])
    }
}
