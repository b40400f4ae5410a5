#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The capabilities of a descriptor: whether it is a terminal, and whether it uses colour.
package struct Terminal: Hashable, Sendable {
    /// Whether the descriptor is a terminal.
    package let isTerminal: Bool

    /// Whether text may be bold or coloured: on a terminal that is not dumb, unless `NO_COLOR` is set.
    package let usesColour: Bool

    /// Detects the capabilities from a descriptor and the environment.
    ///
    /// - Parameter descriptor: The descriptor.
    package init(descriptor: Int32) {
        self.init(
            isTerminal: isatty(descriptor) == 1, noColour: environment("NO_COLOR"), kind: environment("TERM"))
    }

    /// Determines the capabilities from known values.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the descriptor is a terminal.
    ///   - noColour: The variable `NO_COLOR`; any value except an empty one turns colour off.
    ///   - kind: The variable `TERM`.
    package init(isTerminal: Bool, noColour: String?, kind: String?) {
        self.isTerminal = isTerminal
        usesColour = isTerminal && (noColour ?? "").isEmpty && kind != "dumb"
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
