import Foundation
import Synchronization

/// Hands appends that are due to callers that wait for them.
final class ArrivalDesk: Sendable {
    /// An append, and the moment at which it is due.
    struct Arrival: Sendable {
        var number: Int
        var due: UInt64
    }

    private struct State {
        var dues: [UInt64]
        var next = 0

        /// Whether more may be added.
        var isOpen = false
        var callers: [CheckedContinuation<Arrival?, Never>] = []
    }

    /// When appends are due, in order, as ``monotonicNanoseconds()`` counts.
    var dues: [UInt64] { state.withLock(\.dues) }

    /// When nothing more is handed out, whether or not it was due before; `nil` where all is, however late.
    let end: UInt64?
    private let state: Mutex<State>

    /// Nanoseconds after which a desk that is open is looked at again, whether or not anything is due.
    private static let glance: UInt64 = 10_000_000

    /// Makes a desk that hands out nothing behind its end; where it is open, callers wait for what is added until
    /// ``complete()`` or ``close()``.
    init(dues: [UInt64], end: UInt64? = nil, isOpen: Bool = false) {
        state = Mutex(State(dues: dues, isOpen: isOpen))
        self.end = end
    }

    /// Nanoseconds until the first append is due: for all callers to come to the desk, and for as many moments to be
    /// written down, for which no append is late.
    static func headStart(for count: Int) -> UInt64 { 10_000_000 + 10 * UInt64(count) }

    /// Adds appends that are due behind all others.
    func add(_ dues: [UInt64]) {
        state.withLock { $0.dues += dues }
    }

    /// Says that nothing more is added: what is due is still handed out.
    func complete() {
        state.withLock { $0.isOpen = false }
    }

    /// Hands out nothing more, whatever is due: callers are told so when the next one would be due, or soon.
    func close() {
        state.withLock {
            $0.isOpen = false
            $0.dues.removeSubrange($0.next...)
        }
    }

    /// When the appends were due that nobody has taken, in order.
    var left: ArraySlice<UInt64> { state.withLock { $0.dues[$0.next...] } }

    /// Waits for the next append that nobody else has taken, until it is due; `nil` where there are no more.
    func next() async -> Arrival? {
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

    /// Hands out all that is due, to callers that wait, and tells when the next append is due, or the end is.
    ///
    /// That is `nil` where there are no more, or nobody waits: whoever comes finds it.
    func handOutDue() -> UInt64? {
        let now = monotonicNanoseconds()
        while true {
            let (caller, arrival) = state.withLock { state -> (CheckedContinuation<Arrival?, Never>?, Arrival?) in
                // The caller that came last: what it needs is still in the processor's caches.
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
