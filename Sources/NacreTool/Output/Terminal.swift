#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a descriptor can show: whether a person is at its other end, and whether colour is welcome.
package struct Terminal: Hashable, Sendable {
    /// Whether the descriptor is a terminal.
    package let isTerminal: Bool

    /// Whether text may be set off: on a terminal that is not dumb, where `NO_COLOR` is not set.
    package let usesColour: Bool

    /// Looks at a descriptor and at the environment.
    ///
    /// - Parameter descriptor: The descriptor.
    package init(descriptor: Int32) {
        self.init(
            isTerminal: isatty(descriptor) == 1, noColour: environment("NO_COLOR"), kind: environment("TERM"))
    }

    /// Judges by what is known.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the descriptor is a terminal.
    ///   - noColour: The variable `NO_COLOR`; colour is off where it has any value but an empty one.
    ///   - kind: The variable `TERM`.
    package init(isTerminal: Bool, noColour: String?, kind: String?) {
        self.isTerminal = isTerminal
        usesColour = isTerminal && (noColour ?? "").isEmpty && kind != "dumb"
    }

    /// Text in bold type, where that is welcome.
    package func bold(_ text: String) -> String { usesColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Text in bold red, where that is welcome.
    package func alarming(_ text: String) -> String { usesColour ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
}

/// The value of an environment variable; `nil` where it is not set.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
