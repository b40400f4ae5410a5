import Synchronization

/// A number of slots, assigned in the order of the requests.
package final class Places: Sendable {
    private struct Request {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var free: Int
        var waiting: [Request] = []

        /// Removes the first requests that can be granted, and takes their slots.
        mutating func granted() -> [Request] {
            var granted: [Request] = []
            while let next = waiting.first, next.count <= free {
                free -= next.count
                granted.append(waiting.removeFirst())
            }
            return granted
        }
    }

    private let state: Mutex<State>

    /// Creates slots.
    ///
    /// - Parameter count: How many there are.
    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits until there are free slots, and takes them all at once.
    ///
    /// - Parameter count: How many; more than there are would never be free.
    package func take(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            resume {
                $0.waiting.append(Request(count: count, continuation: continuation))
                return $0.granted()
            }
        }
    }

    /// Returns slots.
    ///
    /// - Parameter count: How many.
    package func giveBack(_ count: Int = 1) {
        resume {
            $0.free += count
            return $0.granted()
        }
    }

    private func resume(_ change: (inout sending State) -> [Request]) {
        for request in state.withLock({ change(&$0) }) { request.continuation.resume() }
    }
}
