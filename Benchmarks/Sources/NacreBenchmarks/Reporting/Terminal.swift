import Foundation

/// The terminal on which progress is shown: that of standard error.
enum Terminal {
    /// The number of columns assumed for a terminal that does not report it.
    static let usualColumns = 80

    static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualColumns }
        return Int(size.ws_col)
    }

    /// A line, cut and marked as cut if necessary, that fits one row.
    ///
    /// The last column stays free, because some terminals wrap after it. Erasing a line erases only the last row: a
    /// line of two rows would leave a row behind each time.
    static func fitted(_ line: String, in columns: Int) -> String {
        let most = max(1, columns - 1)
        return line.count <= most ? line : line.prefix(most - 1) + "…"
    }
}
