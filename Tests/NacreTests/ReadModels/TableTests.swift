import Nacre
import TestRandomness
import Testing

/// A row with a unique and a non-unique term.
private struct Book: Equatable {
    var title: String
    var isbn: String
    var subjects: [String]

    var bytes: [UInt8] {
        var row = RowWriter()
        row.text(title)
        row.text(isbn)
        row.number(UInt64(subjects.count))
        for subject in subjects { row.text(subject) }
        return row.bytes
    }

    init(title: String, isbn: String, subjects: [String]) {
        self.title = title
        self.isbn = isbn
        self.subjects = subjects
    }

    init(bytes: [UInt8]) throws {
        var row = RowReader(bytes.span)
        title = try row.text()
        isbn = try row.text()
        subjects = []
        for _ in 0..<(try row.number()) { subjects.append(try row.text()) }
        try row.end()
    }
}

@Suite struct TableTests {
    private static let byISBN = TableIndex<Position, Book, String>(1, isUnique: true) { [$0.isbn] }
    private static let bySubject = TableIndex<Position, Book, String>(2) { $0.subjects }
    private static let books = Table<Position, Book>(0, encode: { $0.bytes }, decode: Book.init(bytes:))
        .indexed(by: byISBN).indexed(by: bySubject)

    private let store = InMemoryReadModelStore()
    private let emma = Book(title: "Emma", isbn: "1", subjects: ["novel", "love"])

    private func keys(with subject: String) throws -> [Position] {
        try store.read("m") { reader in
            var keys: [Position] = []
            try Self.bySubject.forEachKey(with: subject, in: reader) {
                keys.append($0)
                return true
            }
            return keys
        }
    }

    @Test func `a row is found by its key and its indexes, until it is removed`() throws {
        try store.write("m") { try Self.books.set(emma, at: 7, in: $0) }
        try store.read("m") { reader in
            #expect(try Self.books.row(at: 7, in: reader) == emma)
            #expect(try Self.books.row(at: 8, in: reader) == nil)
            let found = try Self.books.firstRow(with: "1", by: Self.byISBN, in: reader)
            #expect(found?.key == 7)
            #expect(found?.row == emma)
            #expect(try Self.books.firstRow(with: "2", by: Self.byISBN, in: reader) == nil)
        }
        #expect(try keys(with: "love") == [7])
        #expect(try keys(with: "lov") == [])
        try store.write("m") { try Self.books.remove(at: 7, in: $0) }
        for table in UInt8(0)...2 { #expect(try rows(table) == 0, "table \(table)") }
    }

    @Test func `an index entry moves when its term changes, and stays otherwise`() throws {
        let byTitle = TableIndex<Position, Book, String>(1, of: { $0.title })
        let table = Table<Position, Book>(0, encode: { $0.bytes }, decode: Book.init(bytes:)).indexed(by: byTitle)
        var changed = emma
        try store.write("m") { try table.set(changed, at: 7, in: $0) }
        changed.isbn = "2"
        try store.write("m") { try table.set(changed, at: 7, in: $0) }
        #expect(try store.read("m") { try byTitle.firstKey(with: "Emma", in: $0) } == 7)
        changed.title = "Persuasion"
        try store.write("m") { try table.set(changed, at: 7, in: $0) }
        #expect(try store.read("m") { try byTitle.firstKey(with: "Emma", in: $0) } == nil)
        #expect(try store.read("m") { try byTitle.firstKey(with: "Persuasion", in: $0) } == 7)
        try store.write("m") { try table.remove(at: 7, in: $0) }
        for table in UInt8(0)...1 { #expect(try rows(table) == 0, "table \(table)") }
    }

    private func rows(_ table: UInt8) throws -> Int {
        try store.read("m") { reader in
            var count = 0
            try reader.forEachRow(in: table, after: nil) { _, _ in
                count += 1
                return true
            }
            return count
        }
    }

    @Test func `rows come in key order, after a given key, up to a limit`() throws {
        try store.write("m") { writer in
            for key: Position in [300, 2, 256, 1] {
                let book = Book(title: "\(key)", isbn: "\(key)", subjects: ["novel"])
                try Self.books.set(book, at: key, in: writer)
            }
        }
        try store.read("m") { reader in
            var seen: [Position] = []
            try Self.books.forEachRow(after: 1, in: reader) { key, book in
                seen.append(key)
                #expect(book.title == "\(key)")
                return seen.count < 2
            }
            #expect(seen == [2, 256])
        }
        #expect(try keys(with: "novel") == [1, 2, 256, 300])
    }

    @Test func `a row with a taken unique term is rejected, and the body is rolled back`() throws {
        try store.write("m") { try Self.books.set(emma, at: 7, in: $0) }
        let conflict = #expect(throws: TableIndexConflict.self) {
            try store.write("m") { try Self.books.set(emma, at: 8, in: $0) }
        }
        #expect(conflict?.table == 1)
        #expect(try rows(0) == 1)
        // It may be set again under its own key.
        try store.write("m") { try Self.books.set(emma, at: 7, in: $0) }
    }

    @Test func `an index entry without its row is damage of the read model`() throws {
        try store.write("m") { writer in
            try Self.books.set(emma, at: 7, in: writer)
            try writer.removeValue(for: .key(of: 7), in: 0)
        }
        let error = #expect(throws: EventStoreError.self) {
            try store.read("m") { _ = try Self.books.firstRow(with: "1", by: Self.byISBN, in: $0) }
        }
        #expect(error?.isReadModelDamage == true)
        let other = #expect(throws: EventStoreError.self) {
            try store.write("m") { try Self.books.update(with: "1", by: Self.byISBN, in: $0) { _ in } }
        }
        #expect(other?.isReadModelDamage == true)
    }

    @Test func `an update changes the row found by an index, unique or not`() throws {
        try store.write("m") { writer in
            try Self.books.insert(emma, at: 7, in: writer)
            try Self.books.insert(Book(title: "Walden", isbn: "2", subjects: ["love"]), at: 8, in: writer)
            #expect(try Self.books.update(with: "1", by: Self.byISBN, in: writer) { $0.isbn = "3" })
            #expect(try Self.books.update(with: "love", by: Self.bySubject, in: writer) { $0.title += "!" })
            #expect(try !Self.books.update(with: "1", by: Self.byISBN, in: writer) { _ in Issue.record("no row") })
        }
        try store.read("m") { (reader) throws in
            #expect(
                try Self.books.row(at: 7, in: reader) == Book(title: "Emma!", isbn: "3", subjects: ["novel", "love"]))
            #expect(try Self.byISBN.firstKey(with: "3", in: reader) == 7)
            #expect(try Self.byISBN.firstKey(with: "1", in: reader) == nil)
            #expect(try Self.books.row(at: 8, in: reader)?.title == "Walden")
        }
    }

    @Test func `rows and entries are described in words, and so are undecodable ones`() {
        let row = Self.books.describe(key: .key(of: 7), value: emma.bytes) { "\($0) \($1.title)" }
        #expect(row == "7 Emma")
        #expect(Self.books.describe(key: [1], value: []) { "\($0) \($1)" }.contains("cannot be read"))
        let unique = Self.byISBN.describe(key: [49, 0, 1], value: .key(of: 7)) { "\($0) \($1)" }
        #expect(unique == "1 7")
        let entry = Self.bySubject.describe(key: [120, 0, 1] + .key(of: 7), value: []) { "\($0) \($1)" }
        #expect(entry == "x 7")
        #expect(Self.bySubject.describe(key: [120, 0, 1], value: []) { "\($0) \($1)" }.contains("cannot be read"))
    }

    @Test func `indexes find the same rows as a full scan, after any changes`() throws {
        var random = SeededGenerator(seed: 11)
        var expected: [Position: Book] = [:]
        let subjects = ["", "a", "a\u{0}", "ab", "b"]
        for step in 0..<600 {
            let key = Position.random(in: 1...20, using: &random)
            try store.write("m") { writer in
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try Self.books.remove(at: key, in: writer)
                    expected[key] = nil
                } else {
                    let book = Book(
                        title: "\(step)", isbn: Bool.random(using: &random) ? "\(key)" : "\(key)-\(step)",
                        subjects: subjects.filter { _ in Bool.random(using: &random) })
                    switch (expected[key], Bool.random(using: &random)) {
                    case (_, true): try Self.books.set(book, at: key, in: writer)
                    case (nil, _): try Self.books.insert(book, at: key, in: writer)
                    case (let old?, _):
                        #expect(try Self.books.update(with: old.isbn, by: Self.byISBN, in: writer) { $0 = book })
                    }
                    expected[key] = book
                }
            }
            guard step % 20 == 0 else { continue }
            #expect(try rows(0) == expected.count)
            #expect(try rows(1) == expected.count)
            #expect(try rows(2) == expected.values.map(\.subjects.count).reduce(0, +))
            for subject in subjects {
                #expect(
                    try keys(with: subject)
                        == expected.keys.sorted().filter { expected[$0]?.subjects.contains(subject) == true })
            }
            try store.read("m") { (reader: any ReadModelReader) throws in
                for (key, book) in expected {
                    #expect(try Self.byISBN.firstKey(with: book.isbn, in: reader) == key)
                    #expect(try Self.books.row(at: key, in: reader) == book)
                }
            }
        }
    }
}
