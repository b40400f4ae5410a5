import Foundation

extension Page {
    /// The texts of the cells of the fields of a state.
    var fieldCells: [[String]] {
        html.matches(of: /<tr[^>]*>(<th scope="row">.*?)<\/tr>/).map { row in
            row.1.matches(of: /<(?:td|th)[^>]*>(.*?)<\/t[dh]>/).map { Page.text(of: String($0.1)) }
        }
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
