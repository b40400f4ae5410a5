import CLMDBCeiling
import Foundation

/// The signals that end a command, which has to remove what it has made first.
enum EndingSignals {
    /// Those of the keyboard, of other programs, and of a terminal that is gone.
    ///
    /// Where the last is ignored from the beginning, as nohup has it, it stays so.
    static let heard = [SIGINT, SIGTERM] + (ceiling_ignores_signal(SIGHUP) == 0 ? [SIGHUP] : [])
}
