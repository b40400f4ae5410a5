/// A piece of a page: an element that is replaced as a whole when what it shows has changed.
///
/// Its template writes one element with ``id`` as its `id`. Rows stand where the template writes `{{{rows}}}`; they are
/// parts of their own, so that a changed row leaves the others alone.
struct Part: Sendable {
    // PAGE-01: A page consists of parts, and only parts that have changed are rendered and sent.

    /// The id of the element.
    let id: String

    /// What the element is rendered with.
    let template: Template

    /// What it shows.
    let content: any PartContent

    /// Its rows, in order; `nil` for a part without rows.
    let rows: [Part]?

    init(_ id: String, _ template: Template, _ content: some PartContent, rows: [Part]? = nil) {
        self.id = id
        self.template = template
        self.content = content
        self.rows = rows
    }

    /// Whether the part shows the same as another one, rows aside.
    func shows(sameAs other: Part) -> Bool {
        template == other.template && content.equals(other.content)
    }
}

/// What a part shows: the names of its properties are the names in the template, which has `id`, too.
protocol PartContent: Sendable, Equatable {}

extension PartContent {
    fileprivate func equals(_ other: any PartContent) -> Bool { self == other as? Self }
}

/// What a screen shows.
struct ScreenContent: Sendable {
    /// The title of the page.
    let title: String

    /// The parts of the page's main element, in order.
    let parts: [Part]

    /// Whether something that was typed cannot be accepted.
    var isInvalid = false
}
