#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The capabilities of a descriptor: whether it is a terminal, how wide it is, and whether it uses colour.
package struct Terminal: Hashable, Sendable {
    /// Whether the descriptor is a terminal.
    package let isTerminal: Bool

    /// Whether text may be bold or coloured: on a terminal that is not dumb, unless `NO_COLOR` is set.
    package let usesColour: Bool

    private let size: Size

    /// Where the width comes from.
    private enum Size: Hashable {
        case descriptor(Int32)
        case cells(Int?)
    }

    /// Detects the capabilities from a descriptor and the environment.
    ///
    /// - Parameter descriptor: The descriptor.
    package init(descriptor: Int32) {
        self.init(
            isTerminal: isatty(descriptor) == 1, noColour: environment("NO_COLOR"), kind: environment("TERM"),
            size: .descriptor(descriptor))
    }

    /// Determines the capabilities from known values.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the descriptor is a terminal.
    ///   - noColour: The variable `NO_COLOR`; any value except an empty one turns colour off.
    ///   - kind: The variable `TERM`.
    ///   - width: The number of cells of a line; `nil` if it is not known.
    package init(isTerminal: Bool, noColour: String?, kind: String?, width: Int? = nil) {
        self.init(isTerminal: isTerminal, noColour: noColour, kind: kind, size: .cells(width))
    }

    private init(isTerminal: Bool, noColour: String?, kind: String?, size: Size) {
        self.isTerminal = isTerminal
        self.size = size
        usesColour = isTerminal && (noColour ?? "").isEmpty && kind != "dumb"
    }

    /// The number of cells of a line at this moment; `nil` if it is no terminal, or its width is not known.
    ///
    /// The terminal's own width comes before the variable `COLUMNS`, which shells do not change while a program runs.
    package var width: Int? {
        guard isTerminal else { return nil }
        switch size {
        case .cells(let width): return width
        case .descriptor(let descriptor):
            var window = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 { return Int(window.ws_col) }
            return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// Text in bold, if the terminal uses colour.
    package func bold(_ text: String) -> String { usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Text in bold red, if the terminal uses colour.
    package func boldRed(_ text: String) -> String { usesColour ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}

/// The value of an environment variable; `nil` if it is not set.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
