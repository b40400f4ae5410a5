import Nacre
import TestRandomness

@testable import NacreLMDB

/// Generates commits with conditions on few names, so that many conditions fail and many hold.
struct ConditionGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static let types: [EventType] = ["Made", "Moved", "Broken", "a"]
    private static let tags: [Tag] = ["a", "b", "c", "Made", "thing", "caf\u{E9}", "cafe\u{301}"]
    private static let categories = ["thing", "things", "a", "none"]

    private static let values = ["a", "b", "Made", "thing", "caf\u{E9}", "cafe\u{301}"]

    /// A commit with conditions that begin at most a given distance before the head.
    mutating func commit(head: Position, reach: Position = 40) -> Commit {
        let givesIDs = chance(30)
        return Commit(
            entries: (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let category = Self.categories[Int.random(in: 0..<3, using: &random)]
                return Commit.Entry(
                    stream: StreamName("\(category)-\(Int.random(in: 0..<3, using: &random))"),
                    event: EventData(
                        id: givesIDs ? EventID(high: random.next(), low: random.next()) : nil,
                        type: pick(Self.types, 1...1)[0], tags: pick(Self.tags, 0...2), data: [],
                        metadata: metadata()))
            },
            conditions: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let distance = Position.random(in: 0...reach, using: &random)
                return AppendCondition(
                    failIfEventsMatch: query(), after: chance(10) ? 0 : head - min(head, distance))
            })
    }

    mutating func query() -> Query {
        if chance(3) { return .all }
        return Query(
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Query.Item(
                    types: chance(40) ? pick(Self.types, 1...2) : [],
                    categories: chance(30) ? pick(Self.categories, 1...2) : [],
                    tags: chance(70) ? pick(Self.tags, 1...3) : [],
                    correlations: chance(15) ? pick(Self.values, 1...2) : [],
                    causations: chance(10) ? pick(Self.values, 1...2) : [],
                    actors: chance(15) ? pick(Self.values, 1...2) : [])
            })
    }

    private mutating func metadata() -> [UInt8] {
        if chance(40) { return chance(50) ? [1, 2, 3] : [] }
        let members = ["correlationId", "causationId", "actor"].filter { _ in chance(60) }
            .map { "\"\($0)\":\"\(pick(Self.values, 1...1)[0])\"" }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Name>(_ names: [Name], _ count: ClosedRange<Int>) -> [Name] {
        let count = Int.random(in: count, using: &random)
        return Array(names.shuffled(using: &random).prefix(count))
    }
}
