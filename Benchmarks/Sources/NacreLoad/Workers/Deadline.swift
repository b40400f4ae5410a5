import Foundation

/// An action at a given time, unless it is cancelled before.
///
/// It waits on a thread of its own, which no store can block.
package final class Deadline: Sendable {
    /// The time limit in seconds for operations of unknown duration: only a hanging one takes longer.
    package static let patience = 900.0

    private let lifted = DispatchSemaphore(value: 0)

    package init(in seconds: Double, _ body: @escaping @Sendable () -> Void) {
        Thread { [lifted] in
            if lifted.wait(timeout: .now() + seconds) == .timedOut { body() }
        }.start()
    }

    package func lift() { lifted.signal() }
}

/// A timeout: a store that hangs is as faulty as one that loses data.
package struct TimeoutError: Error, CustomStringConvertible {
    package let description: String

    /// Names the operation that timed out.
    package init(_ what: String, within seconds: Double) {
        description = "\(what) within \(decimal(seconds, decimals: seconds < 10 ? 1 : 0)) s: it hangs"
    }
}
