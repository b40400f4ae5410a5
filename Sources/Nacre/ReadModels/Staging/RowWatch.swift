/// What is observed of a read model while events are applied to it.
package struct RowWatch: Sendable {
    // FEAT-54: A condition is evaluated after each event, while a batch is applied in memory.

    /// What is observed.
    package enum Subject: Hashable, Sendable {
        /// The number of rows of a table.
        case count(table: UInt8)

        /// The row of a table under one of these keys, or to which a unique index refers under one of them.
        case row(table: UInt8, keys: [[UInt8]], uniqueIndexes: [UInt8])
    }

    /// A row with its key.
    package struct Row: Hashable, Sendable {
        /// The key.
        package let key: [UInt8]

        /// The value.
        package let value: [UInt8]
    }

    /// A change, and the event that made it.
    package struct Change: Hashable, Sendable {
        /// What changed.
        package enum Content: Hashable, Sendable {
            /// The number of rows added, less those removed; not 0.
            case count(Int)

            /// The row was written, or removed.
            case row(Row?)
        }

        /// The position of the event.
        package let position: Position

        /// What changed.
        package let content: Content
    }

    let subject: Subject
    let report: @Sendable ([Change]) throws -> Void

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - subject: What is observed.
    ///   - report: Called with the changes of each batch in the order of the log, once they are written. An error that
    ///     it throws ends the work.
    package init(_ subject: Subject, report: @escaping @Sendable ([Change]) throws -> Void) {
        self.subject = subject
        self.report = report
    }
}

/// What a stage has observed of the event being applied.
@usableFromInline
final class StagedWatch {
    let subject: RowWatch.Subject

    /// The number of rows that the event has added, less those removed.
    var difference = 0

    /// Whether the event has changed the row, or an entry of a unique index that refers to it.
    @usableFromInline var isTouched = false

    /// The key of the row that a unique index refers to.
    private var found: PackedKey?
    private let keys: [PackedKey]

    init(_ subject: RowWatch.Subject) {
        self.subject = subject
        guard case .row(_, let keys, _) = subject else {
            self.keys = []
            return
        }
        self.keys = keys.map { PackedKey($0) }
    }

    /// Whether rows of a table are counted.
    func counts(_ table: UInt8) -> Bool { subject == .count(table: table) }

    /// Notes a change of a row.
    @usableFromInline
    func note(_ key: PackedKey, in table: UInt8) {
        guard case .row(table: let own, keys: _, uniqueIndexes: let indexes) = subject, !isTouched else { return }
        isTouched =
            table == own ? key == found || keys.contains(key) : indexes.contains(table) && keys.contains(key)
    }

    /// Finds the row; `nil` if there is none.
    func row(in stage: RowStage) throws -> RowWatch.Row? {
        guard case .row(let table, let keys, let indexes) = subject else { return nil }
        found = nil
        for key in keys {
            if let value = try stage.value(for: key, in: table) {
                return RowWatch.Row(key: key, value: value)
            }
        }
        for index in indexes {
            for key in keys {
                guard let place = try stage.value(for: key, in: index) else { continue }
                found = PackedKey(place)
                return try stage.value(for: place, in: table).map { RowWatch.Row(key: place, value: $0) }
            }
        }
        return nil
    }
}

extension RowStage {
    /// Observes the events applied from now on.
    func watch(_ subject: RowWatch.Subject) throws {
        let watch = StagedWatch(subject)
        // The row's key, if a unique index refers to it.
        _ = try watch.row(in: self)
        self.watch = watch
    }

    /// What the event that was just applied changed; `nil` for nothing.
    func takeWatched() throws -> RowWatch.Change.Content? {
        guard let watch else { return nil }
        defer { (watch.difference, watch.isTouched) = (0, false) }
        if watch.difference != 0 { return .count(watch.difference) }
        return watch.isTouched ? .row(try watch.row(in: self)) : nil
    }

    /// Counts a row that is about to be set or removed.
    @usableFromInline
    func countChange(of key: PackedKey, in table: UInt8, exists: Bool) throws {
        guard let watch, watch.counts(table) else { return }
        let existed: Bool
        if let known = tables[Int(table)]?.hasRow(key) {
            existed = known
        } else {
            existed = try value(for: key.bytes, in: table) != nil
        }
        watch.difference += (exists ? 1 : 0) - (existed ? 1 : 0)
    }
}
