package import ArgumentParser
import Nacre

/// The options `--format` and `--columns` of a command that lists elements.
package struct ListingOptions<Element: Listed>: ParsableArguments, Sendable {
    @OptionGroup package var form: FormatOptions

    @Option(
        name: .customLong("columns"),
        help: ArgumentHelp(
            """
            The columns of the table, separated by commas, in this order: of \
            \(ColumnChoice<Element>.all.map(\.name).joined(separator: ", ")).
            """,
            valueName: "names"),
        transform: { try ColumnChoice<Element>($0) })
    var choice: ColumnChoice<Element>?

    /// The format.
    package var format: OutputFormat { form.format }

    /// The indices of the chosen columns; `nil` for the usual ones.
    package var columns: [Int]? { choice?.indices }

    package init() {}

    package func validate() throws {
        guard choice == nil || format == .table else {
            throw ValidationError("--columns chooses columns of a table: leave out --format \(format.rawValue)")
        }
    }
}

/// Columns of a table that are chosen by their names.
struct ColumnChoice<Element: Listed>: Sendable {
    /// The indices of the columns, in the chosen order.
    let indices: [Int]

    /// All columns, the usual ones first.
    static var all: [TableColumn] { Element.columns + Element.furtherColumns }

    /// Finds columns.
    ///
    /// - Parameter text: The names, separated by commas, in upper or lower case.
    /// - Throws: `ValidationError` if there is no column of a name; it lists those that there are.
    init(_ text: String) throws {
        let names = Self.all.map(\.name)
        indices = try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let index = names.firstIndex(of: name.trimmingASCIIBlanks.lowercased()) else {
                throw ValidationError(
                    "there is no column \(quoted(String(name))), only \(Figures.list(names))")
            }
            return index
        }
    }
}

extension Substring {
    fileprivate var trimmingASCIIBlanks: Substring {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
