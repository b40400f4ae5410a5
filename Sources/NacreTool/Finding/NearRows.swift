import Nacre
import NacreRuntime

/// Finds the names that a misspelt or shortened name of a row may stand for.
package struct NearRows {
    /// The maximum number of rows that are looked at.
    static let rows = 100_000

    /// The maximum number of names that are offered.
    private static let offered = 3

    private let wanted: String
    private let beginning: String
    private var isThere = false
    private var longer: [String] = []
    private var nearest: NearestName

    /// Creates a search.
    ///
    /// - Parameter wanted: The name that no row has.
    package init(to wanted: String) {
        self.wanted = wanted
        beginning = wanted.lowercased()
        nearest = NearestName(to: wanted)
    }

    /// Compares the name with that of a row.
    package mutating func consider(_ name: String) {
        if name.utf8.elementsEqual(wanted.utf8) { isThere = true }
        if !beginning.isEmpty, longer.count <= Self.offered, name.lowercased().hasPrefix(beginning) {
            longer.append(name)
        }
        nearest.consider(name)
    }

    /// The question whether another name was meant, for the end of a message; empty if none is near, or if a row that was
    /// considered has the very name.
    ///
    /// Names that begin so come before one of about the same letters.
    package var question: String {
        if isThere { return "" }
        guard !longer.isEmpty else { return nearest.question }
        let names = longer.prefix(Self.offered).map { quoted($0) }.joined(separator: ", ")
        return "; did you mean \(names)" + (longer.count > Self.offered ? ", or another that begins so?" : "?")
    }
}

extension Runtime {
    /// The question whether another row of a read model was meant, by its rows when it was last brought up to date.
    ///
    /// - Parameters:
    ///   - name: The name that no row has.
    ///   - projection: The name of the projection.
    /// - Returns: The question, for the end of a message; empty if no name is near, or the rows cannot be read.
    func question(aboutRow name: String, of projection: String) -> String {
        var near = NearRows(to: name)
        do {
            for found in try models.rowNames(of: projection, limit: NearRows.rows) { near.consider(found) }
        } catch {
            // That the row is missing is what the command reports; without other names it is as true.
            return ""
        }
        return near.question
    }
}
