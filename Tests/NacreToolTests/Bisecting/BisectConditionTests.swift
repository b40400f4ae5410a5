import Nacre
import NacreRuntime
import Testing

@testable import NacreTool

@Suite
struct BisectConditionTests {
    private func parsed(_ text: String, isOfStream: Bool = false) throws -> BisectCondition {
        try BisectCondition(parsing: text, isOfStream: isOfStream)
    }

    private func text(_ text: String) -> StateValue { .scalar(json: Array("\"\(text)\"".utf8)) }

    private func json(_ text: String) -> StateValue { .scalar(json: Array(text.utf8)) }

    @Test(
        "a number of rows is compared by each sign",
        arguments: [
            ("count(items) > 3", [4, 5]), ("count(items)>=3", [3, 4, 5]), ("count(items) < 3", [0, 2]),
            ("count( items ) <= 3", [0, 2, 3]), ("count(items) = 3", [3]), ("count(items) != 3", [0, 2, 4, 5]),
            ("!count(items) = 3", [0, 2, 4, 5]), ("!(count(items) > 3)", [0, 2, 3]), ("count(items)", [2, 3, 4, 5]),
            ("!!(count(items) > 3.5)", [4, 5]),
        ])
    func counts(condition: String, expected: [Int]) throws {
        let condition = try parsed(condition)
        #expect(condition.subject == .count(projection: "items"))
        #expect([0, 2, 3, 4, 5].filter { condition.holds(forCount: $0) } == expected)
    }

    @Test("a row is named by a text or a number, and its field by a path")
    func rows() throws {
        #expect(
            try parsed(#"my-items["a]\"=b"].lines[0]["x = y"] = 1"#).subject
                == .row(projection: "my-items", key: "a]\"=b", path: #"lines[0]["x = y"]"#))
        #expect(try parsed("items[7]").subject == .row(projection: "items", key: "7", path: ""))
        #expect(
            try parsed(#"items["k"]["unit price"] < 3"#).subject
                == .row(projection: "items", key: "k", path: #"["unit price"]"#))
        #expect(try parsed(#"! items["k"].done"#).isNegated)
    }

    @Test("values are compared by their kind, texts by their bytes")
    func values() throws {
        func holds(_ condition: String, _ value: StateValue?) throws -> Bool {
            try parsed(condition, isOfStream: true).holds(for: value)
        }
        #expect(try holds("name = README.md", text("README.md")))
        #expect(try holds(#"name = "a b""#, text("a b")))
        #expect(try !holds("name = e\u{301}", text("\u{E9}")))
        #expect(try holds("name > b", text("c")))
        #expect(try !holds("name > 3", text("4")))
        #expect(try holds("price >= 10", json("10.0")))
        #expect(try holds("price = 10.0", json("10")))
        #expect(try holds("price < 9007199254740993", json("9007199254740992")))
        #expect(try holds("price != 10", text("10")))
        #expect(try holds("done", json("true")))
        #expect(try !holds("done", json("false")))
        #expect(try !holds("owner", json("null")))
        #expect(try holds("owner", text("")))
        #expect(try holds("owner = null", json("null")))
        #expect(try holds("lines", .list([])))
        #expect(try holds("lines != 1", .list([])))
        #expect(try !holds("lines = 1", .list([])))
        // What is missing satisfies nothing, and every negation.
        for condition in ["a", "a = 1", "a != 1", "a < 1"] {
            #expect(try !holds(condition, nil))
            #expect(try holds("!(\(condition))", nil))
        }
    }

    @Test("two signs of equality are one, and parentheses are left out only in pairs")
    func spelling() throws {
        let condition = try parsed("name == \"=x\"", isOfStream: true)
        #expect(condition.comparison == ValueComparison(order: .equals, value: .text("=x")))
        #expect(try parsed("count(items)==3").holds(forCount: 3))
        #expect(try parsed("(name) = (x)", isOfStream: true).subject == .state("(name)"))
        #expect(try parsed("((name = \"x)\"))", isOfStream: true).subject == .state("name"))
        #expect(try parsed("name = \"a && b\"", isOfStream: true).comparison?.value == .text("a && b"))
    }

    @Test(
        "a second comparison is refused, not read as a text",
        arguments: [
            "name = =x", "name === x", "name => 3", "name =< 3", "price <> 3", "name !== x", "name =~ x",
            "name = \"x\" y", "name = \"x", "name = x && done", "done && name = x", "done || name", "!(done && name)",
            "name = \"x\" && price > 3",
        ])
    func connected(text: String) {
        #expect(throws: ConditionError.self) { try parsed(text, isOfStream: true) }
    }

    @Test(
        "what is no condition is refused",
        arguments: [
            "", "!", "= 3", "count() > 3", "count(items) > many", "count(items) = ", "items", "[\"k\"]", "items[\"k]",
            "items[\"k\"", "items[\"k\"]x", "items[\"k\"].", "items[x]", "items[\"\\ud800\"]",
        ])
    func refused(text: String) {
        let error = #expect(throws: ConditionError.self) { try parsed(text) }
        #expect(error?.description.contains("is not a condition such as count(items) > 1000") == true)
    }
}
