import Testing

@testable import Nacre

@Suite struct CodableTableTests {
    private static let members = Table<Int, Member>().unique(\.name).indexed(\.town).unique(\.nickname)

    private let store = InMemoryReadModelStore()
    private let ada = Member(name: "ada", town: "London", age: 36)

    /// Changes rows directly, or through a stage, as a projection does.
    private func change(inStage: Bool, _ body: (MutableTableRows<Int, Member>) throws -> Void) throws {
        guard inStage else { return try store.write("m") { try body(Self.members.rows(in: $0)) } }
        let changes = try store.read("m") { reader in
            let stage = RowStage(over: reader, declaring: [Self.members.definition])
            try body(Self.members.rows(in: stage as any ReadModelWriter))
            return try StagedChanges(stage)
        }
        try store.write("m") { try changes.write(to: $0) }
    }

    private func read<Result>(_ body: (TableRows<Int, Member>) throws -> Result) throws -> Result {
        try store.read("m") { try body(Self.members.rows(in: $0 as any ReadModelReader)) }
    }

    @Test(arguments: [false, true])
    func `a row is inserted, changed, replaced and removed, and its indexes follow`(inStage: Bool) throws {
        try change(inStage: inStage) { (rows) throws in
            try rows.insert(ada, at: 1)
            #expect(try rows.row(at: 1) == ada)
            #expect(try rows.update(1) { $0.town = "Paris" })
            #expect(try !rows.update(2) { _ in Issue.record("there is none") })
            #expect(try rows.by(\.town).rows().map(\.row.town) == ["Paris"])
        }
        try change(inStage: inStage) { (rows) throws in
            try rows.update(1) { $0.nickname = "countess" }
            try rows.set(Member(name: "bob", town: "Rome", age: 1), at: 2)
            try rows.set(Member(name: "eve", town: "Rome", age: 1), at: 2)
        }
        try read { (rows) throws in
            #expect(try rows.by(\.nickname).row(at: "countess")?.key == 1)
            #expect(try rows.by(\.name).rows().map(\.row.name) == ["ada", "eve"])
        }
        try change(inStage: inStage) { (rows) throws in
            try rows.remove(1)
            try rows.remove(3)
            try rows.update(2) { $0.nickname = "countess" }
            try rows.update(2) { $0.nickname = nil }
        }
        try read { (rows) throws in
            #expect(try rows.rows().map(\.key) == [2])
            #expect(try rows.by(\.name).count() == 1)
            #expect(try rows.by(\.nickname).count() == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a row is inserted once, and the error names it`(inStage: Bool) throws {
        try change(inStage: inStage) { (rows) throws in
            try rows.insert(ada, at: 7)
            #expect {
                try rows.insert(Member(name: "bob", town: "", age: 0), at: 7)
            } throws: {
                "\($0)".contains("row 7 of Member")
            }
            #expect(try rows.row(at: 7) == ada)
        }
    }

    @Test(arguments: [false, true])
    func `two rows with one unique field are rejected, naming field, value and both keys`(inStage: Bool) throws {
        try change(inStage: inStage) { (rows) throws in
            try rows.insert(ada, at: 1)
            let error = #expect(throws: TableIndexConflict.self) { try rows.insert(ada, at: 2) }
            #expect(error?.field == "name")
            #expect(error?.term == "\"ada\"")
            #expect(error?.keys == ["1", "2"])
            #expect(error?.description.hasPrefix("rows 1 and 2 of Member both have name \"ada\",") == true)
            try rows.insert(Member(name: "bob", town: "", age: 0), at: 2)
            #expect(throws: TableIndexConflict.self) { try rows.update(2) { $0.name = "ada" } }
            #expect(try rows.row(at: 2)?.name == "bob")
        }
    }

    @Test(arguments: [false, true])
    func `a term too long for its index is rejected, naming the index and the limit`(inStage: Bool) throws {
        try change(inStage: inStage) { (rows) throws in
            let error = #expect(throws: EventStoreError.self) {
                try rows.insert(Member(name: "ada", town: String(repeating: "x", count: 495), age: 0), at: 1)
            }
            #expect(error?.code == .invalidArgument)
            for part in ["by town of Member", "500", "505"] {
                #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
            }
            #expect(try rows.count() == 0)
            #expect(try rows.by(\.name).count() == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a change that throws leaves the row unchanged`(inStage: Bool) throws {
        struct Refused: Error {}
        try change(inStage: inStage) { (rows) throws in
            try rows.insert(ada, at: 1)
            #expect(throws: Refused.self) {
                try rows.update(1) {
                    $0.town = "Rome"
                    throw Refused()
                }
            }
            #expect(try rows.row(at: 1) == ada)
            #expect(try rows.by(\.town).row(at: "London")?.key == 1)
        }
    }

    @Test func `tables and indexes are numbered in the order of declaration`() {
        let second = Table<String, Member>(after: Self.members).indexed(\.age)
        let third = Table<String, Member>(after: second)
        #expect(
            Self.members.definition
                == TableDefinition(0, indexes: [.init(1, isUnique: true), .init(2), .init(3, isUnique: true)]))
        #expect(second.definition == TableDefinition(4, indexes: [.init(5)]))
        #expect(third.definition == TableDefinition(6))
    }

    /// A row type that has changed since the row was written.
    private struct Renamed: Codable { var fullName: String }

    @Test func `a row that its type cannot decode is reported as such, not as damage`() throws {
        try change(inStage: false) { try $0.insert(ada, at: 1) }
        let other = Table<Int, Renamed>()
        let error = #expect(throws: EventStoreError.self) { try store.read("m") { try other.row(at: 1, in: $0) } }
        #expect(error?.code == .otherProjection)
        #expect(error?.isReadModelDamage == false)
        #expect(error?.message.contains("\"fullName\"") == true)
        #expect(error?.message.contains("schema version") == true)
    }

    @Test func `bytes that are not a row are damage`() throws {
        try store.write("m") { try $0.setValue([17, 9], for: 1.bytes, in: 0) }
        #expect { try read { try $0.row(at: 1) } } throws: { ($0 as? EventStoreError)?.isReadModelDamage == true }
    }

    @Test func `rows and index entries are described in words, or why they cannot be`() throws {
        let tables: TableSet = [Self.members]
        try change(inStage: false) { try $0.insert(Member(name: "ada", town: "London", age: 36), at: 1) }
        try store.read("m") { (reader) throws in
            var words: [String] = []
            for table: UInt8 in 0...4 {
                try reader.forEachRow(in: table, after: nil) { key, value in
                    words.append(tables.describe(key: key, value: value, in: table))
                    return true
                }
            }
            #expect(
                words == [
                    "Member 1: name \"ada\", town \"London\", age 36, nickname nil, tags []",
                    "the index by name of Member finds 1 by \"ada\"",
                    "the index by town of Member finds 1 by \"London\"",
                ])
        }
        #expect(tables.describe(key: 1.bytes, value: [17, 9], in: 0).contains("cannot be read"))
        #expect(tables.describe(key: [], value: [], in: 9).contains("not declared"))
    }
}
