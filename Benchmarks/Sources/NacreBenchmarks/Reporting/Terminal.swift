import Foundation

/// The terminal on which progress is shown: that of standard error.
enum Terminal {
    /// How many columns a terminal has that does not say how many.
    static let usualColumns = 80

    static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualColumns }
        return Int(size.ws_col)
    }

    /// A line, or its beginning with a sign that its end is left out, that stays on one row; the last column stays
    /// free, because some terminals begin the next row with it.
    ///
    /// What goes to the beginning of a line and removes it removes the last row alone: a line of two rows would stay,
    /// again each time.
    static func fitted(_ line: String, in columns: Int) -> String {
        let most = max(1, columns - 1)
        return line.count <= most ? line : line.prefix(most - 1) + "…"
    }
}
