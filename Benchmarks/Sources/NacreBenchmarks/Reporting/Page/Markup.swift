/// A piece of a page, well-formed both as HTML and as XML, all text in it escaped.
struct Markup: Hashable, Sendable {
    /// The characters of the file.
    private(set) var source: String

    private init(source: String) {
        self.source = source
    }

    /// Text, which may hold anything.
    static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    /// An element with its attributes and what it holds.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
    ) -> Markup {
        let attributes = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        // Elements that hold nothing by their nature have no end in HTML, and others must not lack it.
        if children.isEmpty, isVoid("\(name)") { return Markup(source: "<\(name)\(attributes)/>") }
        let inner = children.map(\.source).joined()
        let isBlock = isBlock("\(name)")
        return Markup(source: "<\(name)\(attributes)>\(inner)</\(name)>" + (isBlock ? "\n" : ""))
    }

    /// An element that holds text alone.
    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// A style sheet of our own, without characters that would need escaping.
    static func style(_ sheet: StaticString) -> Markup { Markup(source: "<style>\n\(sheet)</style>\n") }

    static func document(_ root: Markup) -> Markup { Markup(source: "<!DOCTYPE html>\n" + root.source) }

    /// Pieces one after the other.
    static func joined(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

    private static func isVoid(_ name: String) -> Bool { ["meta", "br"].contains(name) }

    private static func isBlock(_ name: String) -> Bool {
        ["section", "figure", "table", "thead", "tbody", "tr", "div", "p", "h1", "h2", "h3", "li", "svg"].contains(name)
    }

    /// Replaces what means something in markup, and what XML does not allow at all.
    private static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
