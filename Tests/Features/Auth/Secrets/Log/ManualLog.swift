import AuthDomain
import Synchronization

/// A log whose marks a test chooses.
final class ManualLog: AccountLog {
    private let marks: Mutex<[LogMark]>
    private let accounts: Mutex<Bool>

    /// Creates a log of a number of positions, each with the history's number in its fingerprint.
    init(_ log: UInt64 = 1, end: UInt64, history: UInt64 = 0, hasAccounts: Bool = false) {
        marks = Mutex((0...end).map { Self.mark(log, $0, history) })
        accounts = Mutex(hasAccounts)
    }

    private static func mark(_ log: UInt64, _ position: UInt64, _ history: UInt64) -> LogMark {
        LogMark(log: LogID(high: log, low: log), position: position, fingerprint: history << 32 | position)
    }

    func end() -> LogMark { marks.withLock { $0[$0.count - 1] } }

    func mark(at position: UInt64) -> LogMark? {
        marks.withLock { position < $0.count ? $0[Int(position)] : nil }
    }

    func hasAccounts() -> Bool { accounts.withLock { $0 } }
}
