import Nacre
import NacreRuntime

/// Lists the events that gave the fields of a read model's row their values.
struct RowBlame {
    /// The name of the projection.
    let projection: String

    /// The name of the row.
    let row: String

    /// The field; `nil` for all.
    let field: FieldPath?

    /// Whether all values are listed, not only the present ones.
    let isHistory: Bool

    /// Lists the values.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - moment: The moment; `nil` for the present.
    ///   - progress: The options for showing progress.
    ///   - format: The format and the columns.
    /// - Throws: ``CommandError`` if the row or the field does not exist; errors of reading and writing.
    func run(
        in runtime: Runtime, asOf moment: Runtime.Moment?, _ progress: ProgressOptions,
        _ format: ListingOptions<FieldChange>
    ) async throws {
        let meter = progress.meter("replaying \(projection)")
        defer { meter.finish() }
        let found = try await runtime.rowValues(of: row, in: projection, asOf: moment, isComplete: isHistory) {
            meter.update($0, of: $1)
        }
        meter.finish()
        guard let found else {
            throw CommandError(
                .noSuchRow,
                "projection \(projection) has no row \(quoted(row)), and "
                    + (moment == nil ? "never had one" : "had none by then")
                    + (runtime.question(aboutRow: row, of: projection)))
        }
        guard found.isPresent || isHistory else {
            throw CommandError(
                .noSuchRow, "the row \(quoted(row)) of projection \(projection) was removed: --history lists its values"
            )
        }
        let wanted = found.changes.filter { field?.contains($0.path) ?? true }
        guard !wanted.isEmpty else {
            throw CommandError.unknown(
                .noSuchField, "field", field?.text ?? "",
                among: found.changes.prefix(Blame.namedFields).map(\.path.text))
        }
        try Console.standard.output.list(wanted, format.format, columns: format.columns)
    }
}
