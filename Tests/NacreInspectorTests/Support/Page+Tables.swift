import Foundation

extension Page {
    /// The texts of the cells of all tables' rows, without headings.
    var cells: [[String]] {
        html.matches(of: /(?s)<tr[^>]*>(.*?)<\/tr>/).compactMap { row in
            let cells = row.1.matches(of: /(?s)<(?:td|th scope="row")[^>]*>(.*?)<\/t[dh]>/).map { cell in
                String(cell.1).replacing(/<[^>]*>/, with: "").unescaped
            }
            return cells.isEmpty ? nil : cells
        }
    }

    /// The page that a question leads to, once its answer is complete.
    static func answer(at target: String, of store: InspectedStore) async throws -> Page {
        while true {
            let page = await store.page(target)
            guard page.html.contains(#"id="running""#) else { return page }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension String {
    /// The text without the escapes of HTML.
    fileprivate var unescaped: String {
        replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}

extension InspectedStore {
    /// The objects that a command prints, one in each line.
    func lines(_ arguments: String...) async throws -> [[String: Any]] {
        let output = try await Self.nacre(arguments + ["--format", "ndjson", "--store", path])
        return try output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}
