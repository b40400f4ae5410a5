/// The elements of rendered HTML, read strictly: every tag is closed in order, and every attribute is quoted.
struct Markup {
    /// An element.
    struct Element {
        let name: String
        let attributes: [String: String]

        /// How many elements it is in.
        let depth: Int

        /// Its text, with that of the elements in it, decoded.
        var text = ""

        subscript(_ attribute: String) -> String? { attributes[attribute] }
    }

    /// A mistake in HTML, with the text from there on.
    struct Mistake: Error {
        let message: String
        let rest: String
    }

    /// All elements, in order.
    private(set) var elements: [Element] = []

    private static let voids: Set = ["input", "meta", "link", "br", "stop", "circle", "path"]
    private var open: [Int] = []

    init(_ html: String) throws {
        var rest = html[...]
        while let next = rest.unicodeScalars.first {
            if next == "<" { try readTag(&rest) } else { readText(&rest) }
        }
        if let index = open.last { throw Mistake(message: "<\(elements[index].name)> is not closed", rest: "") }
    }

    /// All elements with a name.
    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// The element with an id.
    func element(id: String) -> Element? { elements.first { $0["id"] == id } }

    private mutating func readText(_ rest: inout Substring) {
        let scalars = rest.unicodeScalars
        let end = scalars.firstIndex(of: "<") ?? scalars.endIndex
        let text = Self.decode(String(rest[..<end]))
        for index in open { elements[index].text += text }
        rest = rest[end...]
    }

    private mutating func readTag(_ rest: inout Substring) throws {
        if rest.hasPrefix("<!") {
            guard let end = rest.firstIndex(of: ">") else { throw Mistake(message: "no end", rest: String(rest)) }
            rest = rest[rest.index(after: end)...]
        } else if let match = rest.prefixMatch(of: /<\/([a-zA-Z0-9]+)>/) {
            guard let index = open.popLast(), elements[index].name == String(match.1) else {
                throw Mistake(message: "another element is open", rest: String(rest.prefix(100)))
            }
            rest = rest[match.range.upperBound...]
        } else if let match = rest.prefixMatch(of: /<([a-zA-Z0-9]+)((?:\s+[-a-zA-Z0-9]+(?:="[^"<>]*")?)*)\s*(\/?)>/) {
            let name = String(match.1)
            let attributes = match.2.matches(of: /([-a-zA-Z0-9]+)(?:="([^"]*)")?/).map { attribute in
                (String(attribute.1), Self.decode(String(attribute.2 ?? "")))
            }
            guard Set(attributes.map(\.0)).count == attributes.count else {
                throw Mistake(message: "an attribute stands twice", rest: String(rest.prefix(100)))
            }
            elements.append(
                Element(
                    name: name, attributes: Dictionary(uniqueKeysWithValues: attributes), depth: open.count))
            if !Self.voids.contains(name), match.3.isEmpty { open.append(elements.count - 1) }
            rest = rest[match.range.upperBound...]
        } else {
            throw Mistake(message: "no tag", rest: String(rest.prefix(100)))
        }
    }

    private static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        // By scalars, as browsers do: a mark may combine with the end of an escape.
        var text = text
        for (escape, scalar) in [
            (/&lt;/, "<"), (/&gt;/, ">"), (/&quot;/, "\""), (/&#39;/, "'"), (/&amp;/, "&"),
        ] {
            text = text.replacing(escape.matchingSemantics(.unicodeScalar), with: scalar)
        }
        return text
    }
}
