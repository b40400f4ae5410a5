import Nacre

/// The values that the fields of a read model's row had, found by comparing the row after each event.
struct RowHistory {
    /// A value, and the position of the event that gave it.
    struct Value {
        let path: FieldPath

        /// The value as JSON; `nil` if the event removed the field.
        let json: [UInt8]?
        let position: Position
    }

    /// The maximum number of values that are kept.
    private static let maxValues = 200_000

    /// The name of the row.
    let name: String

    /// Whether all values are kept, not only the present ones.
    let isComplete: Bool

    private let projection: any Projection

    /// The names under which a table may have the row: ids and numbers are texts of one form.
    private let names: [String]

    /// The row that was found first: another table, or a key of another type, may have a row of the same name.
    private var found: (table: UInt8, name: String)?

    /// The values: all of them in order, or the present ones in the order of the row.
    private(set) var values: [Value] = []

    /// Whether there was such a row at any time.
    private(set) var hasExisted = false

    /// Why the history ends before the last event; `nil` if it does not.
    private(set) var failure: (any Error)?

    private var row: StateValue?
    private var last: Position = 0

    /// Whether the row exists.
    var isPresent: Bool { row != nil }

    /// - Parameters:
    ///   - name: The name under which tools find the row.
    ///   - projection: The projection, which decodes the rows.
    ///   - isComplete: Whether all values are kept, not only the present ones.
    init(of name: String, in projection: any Projection, isComplete: Bool) {
        self.name = name
        names = [name, EventID(name)?.description, UInt64(name).map { "\($0)" }].compactMap(\.self)
        self.projection = projection
        self.isComplete = isComplete
    }

    /// Records what an event changed; an event may be given again.
    mutating func record(_ changes: [ObservedProjection.Change], at position: Position) {
        guard failure == nil, position > last else { return }
        last = position
        do {
            guard let found = try row(in: changes) else { return }
            try record(found, at: position)
        } catch {
            failure = error
        }
    }

    /// The row after an event; `nil` if the event did not write it, and `.some(nil)` if it removed it.
    private mutating func row(in changes: [ObservedProjection.Change]) throws -> StateValue?? {
        var result: StateValue?? = nil
        for change in changes where found.map({ $0.table == change.table }) ?? true {
            func decoded(_ value: [UInt8]?) throws -> DecodedRow? {
                try value.flatMap { try projection.decodedRow(key: change.key, value: $0, in: change.table) }
            }
            // A row may be removed under one key and written under another.
            if let after = try decoded(change.after), isWanted(after) {
                if found == nil { found = (change.table, after.name) }
                return StateValue(of: after.row)
            }
            if let before = try decoded(change.before), isWanted(before) { result = .some(nil) }
        }
        return result
    }

    /// Whether a row is the one, by the bytes of its name.
    private func isWanted(_ row: DecodedRow) -> Bool {
        (found.map { [$0.name] } ?? names).contains { $0.utf8.elementsEqual(row.name.utf8) }
    }

    private mutating func record(_ row: StateValue?, at position: Position) throws(EventStoreError) {
        let changes = FieldDifference.between(self.row, row).map {
            Value(path: $0.path, json: $0.after, position: position)
        }
        self.row = row
        hasExisted = hasExisted || row != nil
        guard !isComplete else {
            values += changes
            guard values.count <= Self.maxValues else {
                throw EventStoreError(
                    .invalidArgument,
                    """
                    the fields of \(quoted(name)) had more than \(Self.maxValues) values up to position \(position): \
                    list those up to an earlier position, or the present ones only
                    """)
            }
            return
        }
        var known = Dictionary(values.map { ($0.path, $0) }) { first, _ in first }
        for change in changes { known[change.path] = change }
        values = (row?.fields() ?? []).compactMap { known[$0.path] }
    }
}
