/// A piece of a page, well-formed both as HTML and as XML, with all text escaped.
struct Markup: Hashable, Sendable {
    private(set) var source: String

    private init(source: String) {
        self.source = source
    }

    static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
    ) -> Markup {
        let attributes = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        // Void elements, and those of drawings, have no end tag; others must have one in HTML.
        if children.isEmpty, isVoid("\(name)") { return Markup(source: "<\(name)\(attributes)/>") }
        let inner = children.map(\.source).joined()
        let isBlock = isBlock("\(name)")
        return Markup(source: "<\(name)\(attributes)>\(inner)</\(name)>" + (isBlock ? "\n" : ""))
    }

    static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// A style sheet of the harness, without characters that need escaping.
    static func style(_ sheet: String) -> Markup { Markup(source: "<style>\n\(sheet)</style>\n") }

    static func document(_ root: Markup) -> Markup { Markup(source: "<!DOCTYPE html>\n" + root.source) }

    static func joined(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

    private static func isVoid(_ name: String) -> Bool { ["meta", "br", "line", "path", "circle"].contains(name) }

    private static func isBlock(_ name: String) -> Bool {
        ["section", "figure", "table", "thead", "tbody", "tr", "div", "p", "h1", "h2", "h3", "li", "svg"].contains(name)
    }

    /// Escapes markup characters, and replaces characters that XML does not allow.
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
