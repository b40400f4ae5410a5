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
    private let state = Mutex(State())

    init(dues: [UInt64]) {
        self.dues = dues
    }

    /// Waits for the next append that nobody else has taken.
    ///
    /// - Returns: The append, not before it is due; `nil` where there are no more.
    func next() async -> Arrival? {
        await withCheckedContinuation { caller in
            let now = monotonicNanoseconds()
            let answer = state.withLock { state -> Arrival?? in
                if state.next == dues.count { return .some(nil) }
                if let arrival = take(dueBy: now, in: &state) { return arrival }
                state.callers.append(caller)
                return nil
            }
            if let answer { caller.resume(returning: answer) }
        }
    }

    /// Hands out all that is due, to callers that wait.
    ///
    /// - Returns: When the next append is due; `nil` where there are no more, or nobody waits for it: whoever comes
    ///   finds it.
    func handOutDue() -> UInt64? {
        let now = monotonicNanoseconds()
        while true {
            let (caller, arrival) = state.withLock { state -> (CheckedContinuation<Arrival?, Never>?, Arrival?) in
                // The caller that came last: what it needs is still in the processor's caches.
                if state.next == dues.count { return (state.callers.popLast(), nil) }
                guard !state.callers.isEmpty, let arrival = take(dueBy: now, in: &state) else { return (nil, nil) }
                return (state.callers.removeLast(), arrival)
            }
            guard let caller else { break }
            caller.resume(returning: arrival)
        }
        return state.withLock { $0.next < dues.count && !$0.callers.isEmpty ? dues[$0.next] : nil }
    }

    private func take(dueBy now: UInt64, in state: inout State) -> Arrival? {
        guard dues[state.next] <= now else { return nil }
        defer { state.next += 1 }
        return Arrival(number: state.next, due: dues[state.next])
    }
}

extension ArrivalDesk {
    /// Draws the moments at which callers come who know nothing of each other: the gaps are exponential.
    ///
    /// - Parameters:
    ///   - rate: Callers a second, on average.
    ///   - seconds: For how long they come.
    ///   - seed: Where the draws begin.
    /// - Returns: The moments, in order, as nanoseconds from the beginning.
    static func dues(rate: Double, seconds: Double, seed: UInt64) -> [UInt64] {
        var random = SplitMix64(seed: seed ^ 0xA076_1D64_78BD_642F)
        let end = seconds * 1e9
        var due = 0.0
        var dues: [UInt64] = []
        while true {
            let uniform = Double(random.next() >> 11) * 0x1p-53
            due += -log(1 - uniform) / rate * 1e9
            // With a rate of nothing the next append is never due, and no integer says when.
            guard due < end else { return dues }
            dues.append(UInt64(due))
        }
    }
}
