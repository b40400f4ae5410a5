import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Typed tables hold the same on disk as in memory, however the log is cut into transactions.
@Suite(.fewAtOnce) struct TablesOnDiskTests {
    /// A row with something unique and something that recurs.
    private struct Book {
        var title: String
        var subjects: [String]

        var bytes: [UInt8] {
            var row = RowWriter()
            row.text(title)
            row.number(UInt64(subjects.count))
            for subject in subjects { row.text(subject) }
            return row.bytes
        }

        init(title: String, subjects: [String]) {
            self.title = title
            self.subjects = subjects
        }

        init(bytes: [UInt8]) throws {
            var row = RowReader(bytes.span)
            title = try row.text()
            subjects = []
            for _ in 0..<(try row.number()) { subjects.append(try row.text()) }
            try row.end()
        }
    }

    /// Puts, finds and removes rows depending on an event's position, and changes them during a walk.
    private struct Shelf: Projection {
        static let bySubject = TableIndex<Position, Book, String>(1) { $0.subjects }
        static let byTitle = TableIndex<Position, Book, String>(2, isUnique: true) { [$0.title] }
        static let books = Table<Position, Book>(0, encode: { $0.bytes }, decode: Book.init(bytes:))
            .indexed(by: bySubject).indexed(by: byTitle)
        static let subjects = ["", "a", "a\u{0}", "ab", "b"]
        static let keys = 40

        /// The table with the results of updates.
        static let outcomes: UInt8 = 3

        let name = "shelf"
        let schemaVersion = 1
        let query = Query.all
        let tables = [books.definition, TableDefinition(outcomes)]

        func apply(_ event: EventView, to model: any ReadModelWriter) throws {
            var random = SeededGenerator(seed: event.position)
            let key = Position(random.below(Self.keys))
            let title = "\(key)-\(random.below(2))"
            let subject = Self.subjects[random.below(Self.subjects.count)]
            switch random.below(10) {
            case 0..<5:
                let subjects = Self.subjects.filter { _ in random.chance(40) }
                try Self.books.set(Book(title: title, subjects: subjects), at: key, in: model)
            case 5:
                // The title of another row is refused, one of its own is not.
                var new = "\(key)-\(random.below(2))"
                if random.chance(50) {
                    try Self.books.forEachRow(after: key, in: model) { _, book in
                        new = book.title
                        return false
                    }
                }
                do {
                    let exists = try Self.books.update(with: title, by: Self.byTitle, in: model) { book in
                        book = Book(title: new, subjects: Self.subjects.filter { _ in random.chance(40) })
                    }
                    if exists { try model.setValue([], for: Array("updated".utf8), in: Self.outcomes) }
                } catch is TableIndexConflict {
                    try model.setValue([], for: Array("refused".utf8), in: Self.outcomes)
                }
            case 6:
                try Self.bySubject.forEachKey(with: subject, in: model) {
                    try Self.books.remove(at: $0, in: model)
                    return $0 % 7 != 0
                }
            case 7:
                try Self.books.forEachRow(after: key, in: model) { key, book in
                    var book = book
                    if book.subjects.contains(subject) {
                        book.subjects.removeAll { $0 == subject }
                    } else {
                        book.subjects.append(subject)
                    }
                    try Self.books.set(book, at: key, in: model)
                    // The next row is gone, and the one after it is another.
                    if key % 3 == 0 {
                        try Self.books.remove(at: key + 1, in: model)
                        try Self.books.set(Book(title: "\(key + 2)-2", subjects: []), at: key + 2, in: model)
                    }
                    return key < 30
                }
            default:
                guard let found = try Self.books.firstRow(with: title, by: Self.byTitle, in: model) else { return }
                try Self.books.remove(at: found.key, in: model)
            }
        }

        func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(table) \(key) \(value)" }
    }

    private func rows(of models: any ReadModelStore) throws -> [String] {
        try models.read("shelf") { reader in
            var rows: [String] = []
            for table in UInt8(0)...Shelf.outcomes {
                try reader.forEachRow(in: table, after: nil) { key, value in
                    rows.append("\(table) \(key) \(value)")
                    return true
                }
            }
            return rows
        }
    }

    /// Every row is found by its terms, and there are no other index entries.
    private func expectIndexes(of models: any ReadModelStore) throws {
        try models.read("shelf") { (reader) throws in
            var entries = (titles: 0, subjects: 0)
            try Shelf.books.forEachRow(in: reader) { key, book in
                #expect(try Shelf.byTitle.firstKey(with: book.title, in: reader) == key)
                for subject in book.subjects {
                    var isFound = false
                    try Shelf.bySubject.forEachKey(with: subject, in: reader) {
                        isFound = $0 == key
                        return !isFound
                    }
                    #expect(isFound)
                }
                entries.titles += 1
                entries.subjects += book.subjects.count
                return true
            }
            var counts = [0, 0]
            for table in 0..<2 {
                try reader.forEachRow(in: UInt8(table + 1), after: nil) { _, _ in
                    counts[table] += 1
                    return true
                }
            }
            #expect(counts == [entries.subjects, entries.titles])
        }
    }

    @Test func `a projection's tables are the same for any batch size`()
        async throws
    {
        let store = InMemoryEventStore()
        for number in 0..<400 {
            let events = (0...number % 3).map { _ in EventData(type: "T", data: []) }
            try await store.append(events, to: "s-1")
        }
        let expected = InMemoryReadModelStore()
        try await ProjectionRunner(
            projection: Shelf(), store: store, models: expected, batchSize: .init(events: 1)
        ).catchUp()
        let rows = try rows(of: expected)
        try #require(rows.count { $0.hasPrefix("0 ") } > 5)
        try #require(rows.count { $0.hasPrefix("\(Shelf.outcomes) ") } == 2, "an update was made, and one refused")
        try expectIndexes(of: expected)
        for size in [3, 40, 10_000] {
            let folder = try TemporaryFolder()
            let onDisk = try folder.views()
            for models in [onDisk, InMemoryReadModelStore()] as [any ReadModelStore] {
                let runner = ProjectionRunner(
                    projection: Shelf(), store: store, models: models, batchSize: .init(events: size))
                try await runner.catchUp()
                #expect(try self.rows(of: models) == rows, "batches of \(size)")
                try await runner.rebuild()
                #expect(try self.rows(of: models) == rows, "rebuilt, in batches of \(size)")
            }
            onDisk.close()
        }
    }
}
