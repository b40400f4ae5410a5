import HTMLRendering

/// Renders parts and pages; text that is not part of a template is escaped.
struct Renderer: Sendable {
    /// Stands in a rendered part for its rows.
    ///
    /// Escaped text cannot contain it.
    static let rowsMarker = "<!--rows-->"

    private let templates: HTMLTemplates

    /// Reads the templates.
    ///
    /// - Throws: The mistake in a template.
    init() throws {
        var texts = ["hidden": HiddenFields.marker]
        for template in Template.allCases { texts[template.rawValue] = template.text }
        templates = try HTMLTemplates(texts)
    }

    /// Renders a part without its rows.
    ///
    /// - Parameter part: The part.
    /// - Returns: The element, in which ``HiddenFields`` and ``rowsMarker`` are not filled in.
    func html(of part: Part) -> String {
        html(of: part.content, by: part.template, ["id": part.id, "rows": Self.rowsMarker])
    }

    /// Renders a whole page.
    ///
    /// - Parameters:
    ///   - document: What surrounds the parts.
    ///   - header: The rendered header.
    ///   - main: The rendered parts of the screen.
    /// - Returns: The page, in which ``HiddenFields`` are not filled in.
    func html(of document: Document, header: String, main: String) -> String {
        html(of: document, by: .document, ["header": header, "main": main])
    }

    private func html(of content: any PartContent, by template: Template, _ rendered: [String: String]) -> String {
        var values: [String: Any] = rendered
        for (name, value) in Mirror(reflecting: content).children {
            if let name { values[name] = Self.unwrap(value) }
        }
        return templates.html(template.rawValue, values)
    }

    /// The value of an optional property: sections are not written for `nil`.
    private static func unwrap(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}
