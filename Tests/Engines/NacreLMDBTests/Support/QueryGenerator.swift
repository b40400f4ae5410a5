import Nacre
import TestRandomness

/// Generates commits with common, recurring and unique types, categories, tags and contexts, and queries
/// for them.
struct QueryGenerator {
    var random: SeededGenerator
    private var number = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func commit(events: ClosedRange<Int> = 1...12) -> Commit {
        Commit(
            entries: (0..<Int.random(in: events, using: &random)).map { _ in
                number += 1
                let type = type()
                let tags = Set((0..<(chance(60) ? Int.random(in: 1...4, using: &random) : 0)).map { _ in tag() })
                return Commit.Entry(
                    stream: stream(),
                    event: EventData(
                        id: nil, type: type, tags: tags.sorted(), data: Array("\(number)".utf8), metadata: metadata()))
            })
    }

    /// A query of one to three items, some of which nothing matches.
    mutating func query() -> Query {
        if chance(3) { return .all }
        return Query(
            (0..<(chance(70) ? 1 : Int.random(in: 2...3, using: &random))).map { _ in
                Query.Item(
                    types: some(40, upTo: 3) { $0.type() }, categories: some(40, upTo: 3) { $0.category() },
                    tags: some(50, upTo: 2) { $0.tag() }, correlations: some(15, upTo: 2) { $0.value("c") },
                    causations: some(15, upTo: 2) { $0.value("e") }, actors: some(15, upTo: 3) { $0.value("a") })
            })
    }

    private mutating func some<Term: Hashable>(
        _ percent: Int, upTo count: Int, _ make: (inout QueryGenerator) -> Term
    ) -> [Term] {
        guard chance(percent) else { return [] }
        return Array(Set((0..<Int.random(in: 1...count, using: &random)).map { _ in make(&self) }))
    }

    private mutating func type() -> EventType {
        if chance(50) { return "Common" }
        if chance(10) { return EventType("Once \(Int.random(in: 0...number, using: &random))") }
        return ["Made", "Moved", "caf\u{E9}", "cafe\u{301}"].randomElement(using: &random) ?? "Made"
    }

    private mutating func category() -> String {
        if chance(50) { return "order" }
        if chance(10) { return "once\(Int.random(in: 0...number, using: &random))" }
        return ["orders", "caf\u{E9}", "cafe\u{301}", "plain", "order-1", "Order"].randomElement(using: &random) ?? ""
    }

    private mutating func stream() -> StreamName {
        let category = category()
        return StreamName(chance(20) ? category : "\(category)-\(Int.random(in: 1...30, using: &random))")
    }

    private mutating func tag() -> Tag {
        if chance(40) { return "hot" }
        if chance(30) { return Tag("once:\(Int.random(in: 0...number, using: &random))") }
        if chance(10) { return chance(50) ? "caf\u{E9}" : "cafe\u{301}" }
        return Tag("tag:\(Int.random(in: 0..<25, using: &random))")
    }

    /// Metadata with a context, or that is none; by default empty.
    private mutating func metadata() -> [UInt8] {
        if chance(50) { return [] }
        if chance(10) { return [1, 2, 3] }
        var members = ["correlationId": "c", "causationId": "e", "actor": "a"].filter { _ in chance(70) }
        for (key, kind) in members.sorted(by: { $0.key < $1.key }) { members[key] = "\"\(value(kind))\"" }
        if chance(5) { members["actor"] = "1" }
        return Array("{\(members.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ","))}".utf8)
    }

    private mutating func value(_ kind: String) -> String {
        if chance(40) { return "hot" }
        if chance(30) { return "once:\(kind)\(Int.random(in: 0...number, using: &random))" }
        if chance(10) { return chance(50) ? "caf\u{E9}" : "cafe\u{301}" }
        return "\(kind)\(Int.random(in: 0..<25, using: &random))"
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
