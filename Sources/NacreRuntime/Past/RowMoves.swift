import Nacre

/// The rows that are in two read models under different keys, such as those that were removed and added again.
///
/// A row is known by its table and by the name under which its projection finds it.
package struct RowMoves: Sendable {
    /// The maximum number of removed rows, and of added ones, whose names are compared.
    package static let maxRows = 131_072

    /// The name of a row; Unicode text is compared by its bytes.
    struct Name: Hashable {
        private let table: UInt8
        private let bytes: [UInt8]

        init(_ text: String, in table: UInt8) {
            self.table = table
            bytes = Array(text.utf8)
        }
    }

    /// The later places of the rows by their names.
    private(set) var named: [Name: RowDifference.Place] = [:]

    private var later: [RowDifference.Place: RowDifference.Place] = [:]
    private var earlier: [RowDifference.Place: RowDifference.Place] = [:]

    /// No rows.
    package init() {}

    /// Finds the rows of one name among those that were removed and those that were added.
    ///
    /// - Parameters:
    ///   - removed: The first removed rows, by name.
    ///   - added: The first added rows, by name.
    init(from removed: [Name: RowDifference.Place], to added: [Name: RowDifference.Place]) {
        for (name, place) in removed {
            guard let target = added[name] else { continue }
            named[name] = target
            later[place] = target
            earlier[target] = place
        }
    }

    /// The place that a row has in the later model; `nil` if it does not move.
    func later(than place: RowDifference.Place) -> RowDifference.Place? { later[place] }

    /// The place that a row had in the earlier model; `nil` if it does not move.
    func earlier(than place: RowDifference.Place) -> RowDifference.Place? { earlier[place] }
}
