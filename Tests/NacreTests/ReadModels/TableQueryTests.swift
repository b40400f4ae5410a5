import TestRandomness
import Testing

@testable import Nacre

/// A row with every kind of index.
struct Member: Codable, Equatable {
    var name: String
    var town: String
    var age: Int
    var nickname: String?
    var tags: [String] = []
}

@Suite struct TableQueryTests {
    static let members = Table<Int, Member>().unique(\.name).indexed(\.town).indexed(\.nickname).indexed(\.town, \.age)
        .indexed(each: \.tags)
    static let scores = Table<TableKeyPair<String, Int>, Double>(after: members)

    private let store = InMemoryReadModelStore()

    private func fill(_ seed: UInt64, count: Int = 60) throws -> [Int: Member] {
        var random = SeededGenerator(seed: seed)
        var expected: [Int: Member] = [:]
        for _ in 0..<count {
            let key = Int.random(in: -50...50, using: &random)
            let member = Member(
                name: "n\(key)", town: ["Bonn", "Rome", "Rom", "Ulm", ""].randomElement(using: &random) ?? "",
                age: Int.random(in: -2...3, using: &random),
                nickname: Bool.random(using: &random) ? "x\(Int.random(in: 0...9, using: &random))" : nil,
                tags: ["a", "b", "c"].filter { _ in Bool.random(using: &random) })
            expected[key] = member
            try store.write("m") { try Self.members.rows(in: $0).set(member, at: key) }
        }
        return expected
    }

    private func read<Result>(_ body: (TableRows<Int, Member>) throws -> Result) throws -> Result {
        try store.read("m") { try body(Self.members.rows(in: $0 as any ReadModelReader)) }
    }

    /// The rows that an order returns for a range, in both directions and with a limit, and their number.
    private func check<Order: TableOrdering<Int, Member, Bound>, Bound>(
        _ order: Order, _ range: some TableRangeExpression<Bound>, _ expected: [Int],
        location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try order.rows(in: range).map(\.key) == expected, sourceLocation: location)
        #expect(try order.rows(in: range, reversed: true).map(\.key) == expected.reversed(), sourceLocation: location)
        for limit in [0, 1, 3] {
            #expect(
                try order.rows(in: range, limit: limit).map(\.key) == Array(expected.prefix(limit)),
                sourceLocation: location)
            #expect(
                try order.rows(in: range, reversed: true, limit: limit).map(\.key)
                    == Array(expected.reversed().prefix(limit)), sourceLocation: location)
        }
        #expect(try order.count(in: range) == expected.count, sourceLocation: location)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a range of keys has the rows between its bounds`(seed: UInt64) throws {
        let expected = try fill(seed)
        let keys = expected.keys.sorted()
        try read { (rows) throws in
            for lower in -12...12 where lower % 3 == 0 {
                for upper in lower...13 where upper % 2 == 0 {
                    try check(rows, lower..<upper, keys.filter { (lower..<upper).contains($0) })
                    try check(rows, lower...upper, keys.filter { (lower...upper).contains($0) })
                }
                try check(rows, lower..., keys.filter { $0 >= lower })
                try check(rows, ..<lower, keys.filter { $0 < lower })
                try check(rows, ...lower, keys.filter { $0 <= lower })
                try check(rows, .after(lower), keys.filter { $0 > lower })
                try check(rows, .only(lower), keys.filter { $0 == lower })
            }
            try check(rows, .all(), keys)
            try check(rows, TableRange(from: 5, upTo: -5), [])
            #expect(try rows.rows().map(\.key) == keys)
            #expect(try rows.rows().allSatisfy { $0.row == expected[$0.key] })
            #expect(try rows.count() == keys.count)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a range of an index has the rows whose terms are between its bounds`(seed: UInt64) throws {
        let expected = try fill(seed)
        func keys(_ isIn: (Member) -> Bool, by precedes: (Member, Member) -> Bool) -> [Int] {
            expected.filter { isIn($0.value) }.sorted { left, right in
                if precedes(left.value, right.value) { return true }
                return precedes(right.value, left.value) ? false : left.key < right.key
            }.map(\.key)
        }
        try read { (rows) throws in
            let byTown = { (left: Member, right: Member) in left.town < right.town }
            for town in ["", "Bonn", "Rom", "Rome", "Ulm", "Zug"] {
                try check(rows.by(\.town), .only(town), keys({ $0.town == town }, by: byTown))
                try check(rows.by(\.town), town..., keys({ $0.town >= town }, by: byTown))
                try check(rows.by(\.town), ..<town, keys({ $0.town < town }, by: byTown))
                try check(rows.by(\.town), ...town, keys({ $0.town <= town }, by: byTown))
                try check(rows.by(\.town), .after(town), keys({ $0.town > town }, by: byTown))
                let byAge = { (left: Member, right: Member) in (left.town, left.age) < (right.town, right.age) }
                try check(rows.by(\.town, \.age), .first(town), keys({ $0.town == town }, by: byAge))
                try check(
                    rows.by(\.town, \.age), .first(town, 0...),
                    keys({ $0.town == town && $0.age >= 0 }, by: byAge))
                try check(
                    rows.by(\.town, \.age), .first(town, -1..<2),
                    keys({ $0.town == town && (-1..<2).contains($0.age) }, by: byAge))
            }
            try check(rows.by(\.town), .prefix("Rom"), keys({ $0.town.hasPrefix("Rom") }, by: byTown))
            try check(rows.by(\.town), .prefix(""), keys({ _ in true }, by: byTown))
            // Rows without a nickname are not found by it.
            try check(
                rows.by(\.nickname), .all(),
                keys({ $0.nickname != nil }, by: { ($0.nickname ?? "") < ($1.nickname ?? "") }))
            // Names are unique.
            try check(
                rows.by(\.name), "n1"..."n3", keys({ ("n1"..."n3").contains($0.name) }, by: { $0.name < $1.name }))
            for (key, member) in expected {
                #expect(try rows.by(\.name).row(at: member.name) == TableEntry(key: key, row: member))
            }
            #expect(try rows.by(\.name).row(at: "nobody") == nil)
            for tag in ["a", "b", "d"] {
                try check(rows.by(each: \.tags), .only(tag), keys({ $0.tags.contains(tag) }, by: { _, _ in false }))
            }
        }
    }

    @Test func `pairs are found by their first part, and by a range of the second`() throws {
        try store.write("m") { writer in
            let rows = Self.scores.rows(in: writer)
            for name in ["ada", "adam", "bob"] {
                for round in -1...3 { try rows.insert(Double(round), at: TableKeyPair(name, round)) }
            }
        }
        try store.read("m") { (reader) throws in
            let rows = Self.scores.rows(in: reader)
            #expect(try rows.rows(in: .first("ada")).map(\.row) == [-1, 0, 1, 2, 3])
            #expect(try rows.rows(in: .first("ada", 1...2), reversed: true).map(\.row) == [2, 1])
            #expect(try rows.count(in: .first("nobody")) == 0)
            #expect(try rows.count(in: TableKeyPair("adam", 2)..<TableKeyPair("bob", 0)) == 3)
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `pages have every row once, in either direction, despite changes in between`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let expected = try fill(seed)
        for reversed in [false, true] {
            var (seen, cursor): ([Int], TableCursor?) = ([], nil)
            var stays = Set(expected.keys)
            repeat {
                let page = try read {
                    try $0.by(\.town).page(
                        in: "A"..., after: cursor, limit: Int.random(in: 1...9, using: &random), reversed: reversed)
                }
                seen += page.entries.map(\.key)
                // A client keeps only the text of a cursor.
                cursor = try page.next.map { try #require(TableCursor($0.description)) }
                if let key = expected.keys.randomElement(using: &random) {
                    stays.remove(key)
                    try store.write("m") { try Self.members.rows(in: $0).remove(key) }
                }
            } while cursor != nil
            let found = Set(seen)
            #expect(found.count == seen.count)
            #expect(stays.allSatisfy { found.contains($0) || expected[$0]?.town == "" })
            let towns = seen.map { expected[$0]?.town ?? "" }
            #expect(towns == (reversed ? towns.sorted().reversed() : towns.sorted()))
            _ = try fill(seed)
        }
    }

    @Test func `the last page has no cursor, and a page of another order is rejected`() throws {
        _ = try fill(1)
        try read { (rows) throws in
            let count = try rows.count()
            #expect(try rows.page(limit: count).next == nil)
            let page = try rows.page(limit: count - 1)
            #expect(try rows.page(after: page.next, limit: 5).entries.count == 1)
            // Backwards from the end of the page.
            #expect(
                try rows.page(after: page.next, limit: 2, reversed: true).entries
                    == Array(page.entries.dropLast().suffix(2).reversed()))
            #expect(try rows.page(in: .only(1000), limit: 1).entries == [])
            for refused in [{ try rows.by(\.town).page(after: page.next, limit: 1) }, { try rows.page(limit: 0) }] {
                #expect { try refused() } throws: { ($0 as? EventStoreError)?.code == .invalidArgument }
            }
            #expect(throws: EventStoreError.self) { try rows.rows(limit: -1) }
        }
    }

    @Test func `a cursor of another range of the same order begins at the nearer bound`() throws {
        _ = try fill(1)
        try read { (rows) throws in
            let cursor = try #require(rows.page(limit: 1).next)
            let last = try #require(rows.page(limit: 1, reversed: true).next)
            for (place, reversed) in [(cursor, false), (last, true)] {
                let page = try rows.page(in: -10...10, after: place, limit: 3, reversed: reversed)
                #expect(try page.entries == rows.rows(in: -10...10, reversed: reversed, limit: 3))
                #expect(try rows.page(in: -10...10, after: place, limit: 3, reversed: !reversed).entries == [])
            }
        }
    }

    @Test func `there is nothing after the greatest key`() throws {
        let numbers = Table<UInt64, Int>()
        try store.write("m") { try numbers.rows(in: $0).set(1, at: .max) }
        try store.read("m") { (reader) throws in
            #expect(try numbers.rows(in: reader).count(in: .after(UInt64.max)) == 0)
            #expect(try numbers.rows(in: reader).page(in: .after(UInt64.max), limit: 1).entries == [])
            #expect(try numbers.rows(in: reader).count(in: ...UInt64.max) == 1)
        }
    }

    @Test(arguments: ["", "AA", "AQ", "AQA=", "AQ A", "AgAB", "!!!!"])
    func `a text that is not a cursor is rejected`(text: String) {
        #expect(TableCursor(text) == nil)
    }

    @Test func `a cursor consists of letters, digits, hyphens and underscores, in JSON too`() throws {
        let cursor = TableCursor(table: 255, place: [UInt8](0...255))
        #expect(cursor.description.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        #expect(TableCursor(cursor.description) == cursor)
        #expect(try RowDecoder().decode(TableCursor.self, from: RowEncoder().encode(cursor)) == cursor)
    }

    @Test func `an undeclared index is rejected, naming the field and the remedy`() throws {
        #expect {
            try read { try $0.by(\.age).rows() }
        } throws: {
            let text = "\($0)"
            return text.contains("by age") && text.contains(".indexed(\\.age)") && text.contains("Member")
        }
    }
}
