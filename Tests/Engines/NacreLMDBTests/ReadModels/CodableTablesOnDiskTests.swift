import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Tables of Codable rows answer the same on disk as in memory, however the log is cut into transactions.
@Suite(.fewAtOnce) struct CodableTablesOnDiskTests {
    private struct Book: Codable, Equatable {
        var title: String
        var shelf: Int
        var lender: String?
        var subjects: [String]
    }

    /// Applies changes that depend on an event's position.
    private struct Library: TableProjection {
        static let books = Table<Int, Book>().unique(\.title).indexed(\.shelf, \.title).indexed(\.lender)
            .indexed(each: \.subjects)
        static let loans = Table<TableKeyPair<String, Position>, Int>(after: books)
        static let tables: TableSet = [books, loans]

        let query = Query.all

        func decode(_ recorded: EventView) throws -> Position? { recorded.position }

        func apply(_ event: Position, _ recorded: EventView, to tables: MutableTables<Self>) throws {
            var random = SeededGenerator(seed: event)
            let key = random.below(40) - 20
            switch random.below(8) {
            case 0..<4:
                let subjects = ["a", "ab", "b"].filter { _ in random.chance(40) }
                try tables.books.set(
                    Book(title: "t\(key)-\(random.below(2))", shelf: random.below(3), lender: nil, subjects: subjects),
                    at: key)
            case 4: try tables.books.remove(key)
            case 5:
                let lender = random.chance(70) ? "l\(random.below(4))" : nil
                try tables.books.update(key) { $0.lender = lender }
                if let lender { try tables.loans.insert(key, at: TableKeyPair(lender, event)) }
            case 6:
                // Changes of the batch are seen among earlier rows.
                for entry in try tables.books.by(\.shelf, \.title).rows(in: .first(1), reversed: true, limit: 3) {
                    try tables.books.update(entry.key) { $0.shelf = 2 }
                }
            default:
                for loan in try tables.loans.rows(in: .first("l\(random.below(4))"), limit: 2) {
                    try tables.loans.remove(loan.key)
                }
            }
        }
    }

    /// Every answer of the tables, as text.
    private func answers(_ models: any ReadModelStore) throws -> [String] {
        try models.read(Library.name) { reader in
            let tables = Tables<Library>(reader)
            var answers: [String] = []
            for reversed in [false, true] {
                answers += try tables.books.rows(reversed: reversed).map { "\($0)" }
                answers += try tables.books.rows(in: -5..<7, reversed: reversed, limit: 4).map { "\($0)" }
                answers += try tables.books.by(\.title).rows(in: .prefix("t-1"), reversed: reversed).map { "\($0)" }
                answers += try tables.books.by(\.lender).rows(in: "l1"..."l2", reversed: reversed).map { "\($0)" }
                answers += try tables.books.by(each: \.subjects).rows(in: .only("a"), reversed: reversed).map {
                    "\($0)"
                }
                answers += try tables.loans.rows(in: .first("l1", Position(100)...), reversed: reversed).map { "\($0)" }
                var cursor: TableCursor?
                repeat {
                    let page = try tables.books.by(\.shelf, \.title)
                        .page(in: .first(2), after: cursor, limit: 3, reversed: reversed)
                    answers.append("\(page.rows.map(\.title)), then \(page.next.map { "\($0)" } ?? "nothing")")
                    cursor = page.next
                } while cursor != nil
            }
            answers.append("\(try tables.books.count()) \(try tables.loans.count(in: .first("l0")))")
            return answers
        }
    }

    @Test func `a projection's tables answer the same for any batch size and after reopening`()
        async throws
    {
        let store = InMemoryEventStore()
        for _ in 0..<600 { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
        let expected = InMemoryReadModelStore()
        try await ProjectionRunner(projection: Library(), store: store, models: expected, batchSize: .init(events: 1))
            .catchUp()
        let answers = try answers(expected)
        try #require(answers.count > 60)
        for size in [1, 7, 10_000] {
            let folder = try TemporaryFolder()
            let models = try folder.views()
            let runner = ProjectionRunner(
                projection: Library(), store: store, models: models, batchSize: .init(events: size))
            try await runner.catchUp()
            #expect(try self.answers(models) == answers, "batches of \(size)")
            try await runner.rebuild()
            #expect(try self.answers(models) == answers, "rebuilt, in batches of \(size)")
            models.close()
            let reopened = try folder.views()
            #expect(try self.answers(reopened) == answers, "reopened")
            reopened.close()
        }
    }
}
