/// The parts of a page as they are rendered, with the number of the state in which each has changed last.
struct RenderedParts {
    private struct Entry {
        let part: Part
        let html: String
        let revision: Int

        /// The ids of the rows, and the state in which they have changed last.
        var rows: (ids: [String], revision: Int)?
    }

    /// The id of the element with the parts of the screen.
    static let mainID = "main"

    /// The header and its state, then the parts of the screen.
    private var entries: [String: Entry] = [:]
    private var header: String?
    private var main: [String] = []
    private var mainRevision = 0

    /// Shows parts; renders only what has changed.
    ///
    /// - Parameters:
    ///   - header: The part above the screen.
    ///   - parts: The parts of the screen.
    ///   - revision: The number of the state.
    ///   - renderer: Renders parts.
    /// - Returns: Whether something has changed.
    mutating func show(header: Part, _ parts: [Part], at revision: Int, by renderer: Renderer) -> Bool {
        var shown: [String: Entry] = [:]
        var isChanged = false
        func show(_ part: Part) {
            var entry: Entry
            if let before = entries[part.id], before.part.shows(sameAs: part) {
                entry = before
            } else {
                entry = Entry(part: part, html: renderer.html(of: part), revision: revision)
                isChanged = true
            }
            let rows = part.rows?.map(\.id)
            let before = entries[part.id]?.rows
            entry.rows = rows.map { ids in before.flatMap { $0.ids == ids ? $0 : nil } ?? (ids, revision) }
            if before?.ids != rows { isChanged = true }
            shown[part.id] = entry
            for row in part.rows ?? [] { show(row) }
        }
        show(header)
        self.header = header.id
        for part in parts { show(part) }
        let ids = parts.map(\.id)
        if ids != main {
            (main, mainRevision) = (ids, revision)
            isChanged = true
        }
        entries = shown
        return isChanged
    }

    /// The rendered header.
    var headerHTML: String { header.map(html) ?? "" }

    /// The rendered parts of the screen.
    var mainHTML: String { main.map(html).joined() }

    private func html(of id: String) -> String {
        guard let entry = entries[id] else { return "" }
        guard let rows = entry.rows else { return entry.html }
        return entry.html.filling(Renderer.rowsMarker, with: rows.ids.map(html).joined())
    }

    /// Adds to an update what has changed after a state.
    func fill(_ update: inout PageUpdate, since revision: Int) {
        for (id, entry) in entries {
            // All of the screen is sent if its parts are others.
            guard mainRevision <= revision || id == header else { continue }
            if entry.revision > revision {
                update.parts[id] = html(of: entry)
                if entry.rows != nil { update.containers.append(id) }
            }
            if let rows = entry.rows, rows.revision > revision { update.lists[id] = rows.ids }
        }
        if mainRevision > revision { update.parts[Self.mainID] = mainHTML }
    }

    /// A part without its rows, which are parts of their own.
    private func html(of entry: Entry) -> String {
        entry.rows == nil ? entry.html : entry.html.filling(Renderer.rowsMarker, with: "")
    }
}
