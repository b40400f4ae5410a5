import PresentationKit
import Testing

@testable import ShellPages

/// A screen in a state that matters.
struct Sample: Sendable, CustomTestStringConvertible {
    /// The name of the sample, for files.
    let name: String

    /// The flow, for the header.
    let flow: Header.Flow

    /// The page.
    let content: ScreenContent

    var testDescription: String { name }

    static let all = items + item + signIn + profile + account

    /// Texts that must stay texts: markup, quotes that combine with the next character, marks of the writing direction.
    static let hostile = [
        "<script>alert(1)</script>", "\" autofocus onfocus=\"alert(1)", "\"\u{301} onfocus=alert(1) x=\"\u{301}",
        "'\u{200D}><\u{301}b>&lt;", "\u{202E}gnp.exe \u{2066}", "</title></textarea>{{name}}{{{name}}}",
        "line\nbreak", String(repeating: "long", count: 250), String(repeating: "word ", count: 200),
    ]

    static let unreachable = PresentedError(
        .unreachable, message: "the server cannot be reached: check the network and the server's address")
}
