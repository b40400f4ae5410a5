import CLMDBCeiling
import Foundation

/// The signals that end a command, after it has removed its own files.
enum EndingSignals {
    /// Those of the keyboard, of other programs, and of a closed terminal.
    ///
    /// If the last is ignored from the start, as by nohup, it stays ignored.
    static let heard = [SIGINT, SIGTERM] + (ceiling_ignores_signal(SIGHUP) == 0 ? [SIGHUP] : [])
}
