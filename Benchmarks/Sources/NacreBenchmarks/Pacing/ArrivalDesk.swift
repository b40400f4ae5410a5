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
        var next = 0
        var callers: [CheckedContinuation<Arrival?, Never>] = []
    }

    /// When appends are due, in order, as ``monotonicNanoseconds()`` counts.
    let dues: [UInt64]

    /// When nothing more is handed out, whether or not it was due before; `nil` where all is, however late.
    let end: UInt64?
    private let state = Mutex(State())

    init(dues: [UInt64], end: UInt64? = nil) {
        self.dues = dues
        self.end = end
    }

    /// When the appends were due that nobody has taken, in order.
    var left: ArraySlice<UInt64> { state.withLock { dues[$0.next...] } }

    /// Waits for the next append that nobody else has taken.
    ///
    /// - Returns: The append, not before it is due; `nil` where there are no more.
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

    /// Hands out all that is due, to callers that wait.
    ///
    /// - Returns: When the next append is due, or the end is; `nil` where there are no more, or nobody waits for it:
    ///   whoever comes finds it.
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
            guard state.next < dues.count, !state.callers.isEmpty else { return nil }
            return end.map { min($0, dues[state.next]) } ?? dues[state.next]
        }
    }

    private func isOver(at now: UInt64, _ state: State) -> Bool {
        state.next == dues.count || end.map { now >= $0 } == true
    }

    private func take(dueBy now: UInt64, in state: inout State) -> Arrival? {
        guard dues[state.next] <= now else { return nil }
        defer { state.next += 1 }
        return Arrival(number: state.next, due: dues[state.next])
    }
}
