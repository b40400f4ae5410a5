import HTMLRendering

/// Renders views; what comes from events is escaped.
struct Renderer: Sendable {
    private let templates: HTMLTemplates

    /// Where the addresses of the pages lead to.
    private let root: PagesRoot

    /// Reads the templates.
    ///
    /// - Parameter root: Where the pages are on their server.
    /// - Throws: The mistake in a template.
    init(_ root: PagesRoot = PagesRoot(path: "")) throws {
        self.root = root
        templates = try HTMLTemplates(
            Dictionary(uniqueKeysWithValues: Template.allCases.map { ($0.rawValue, $0.text) }))
    }

    /// A view in a page.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - template: What the view is rendered with.
    ///   - view: The view; `nil` for a page without anything that the template names.
    ///   - store: The store that the page is about; `nil` on pages that say nothing of it.
    ///   - isUnderWay: Whether the page shall be looked at again, because an answer is under way.
    /// - Returns: The page.
    func page(
        _ title: String, _ template: Template, _ view: some Sendable, of store: String?, isUnderWay: Bool = false
    ) -> String {
        let main = templates.html(template.rawValue, view)
        return root.placed(
            templates.html(
                Template.document.rawValue,
                Document(
                    title: title, store: store, isUnderWay: isUnderWay, main: main, style: Asset.style.path,
                    script: Asset.script.path, icon: Asset.icon.path)))
    }

    /// A part of a page.
    func part(_ template: Template, _ view: some Sendable) -> String {
        root.placed(templates.html(template.rawValue, view))
    }
}

/// What surrounds a view.
private struct Document: Sendable {
    let title: String
    let store: String?
    let isUnderWay: Bool
    let main: String
    let style: String
    let script: String
    let icon: String
}
