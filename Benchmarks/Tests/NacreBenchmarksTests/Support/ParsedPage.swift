import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A page as a strict parser sees it.
final class ParsedPage: NSObject, XMLParserDelegate {
    /// One element.
    struct Element: Hashable {
        var name: String
        var attributes: [String: String]
        var text = ""
        var inside: [String]
    }

    /// All elements, in the order in which they end.
    private(set) var elements: [Element] = []

    /// All text but the style sheet's, each element's on a line.
    private(set) var text = ""

    /// Its first error; `nil` if it is well-formed.
    private(set) var failure: String?

    private var open: [Element] = []

    init(_ source: String) {
        super.init()
        let parser = XMLParser(data: Data(source.utf8))
        parser.delegate = self
        guard !parser.parse() else { return }
        failure = "line \(parser.lineNumber): \(parser.parserError.map(String.init(describing:)) ?? "")"
    }

    /// The elements of a name.
    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        open.append(Element(name: name, attributes: attributes, inside: open.map(\.name)))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        for index in open.indices { open[index].text += string }
        if open.last?.name != "style" { text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        text += "\n"
        if let element = open.popLast() { elements.append(element) }
    }
}
