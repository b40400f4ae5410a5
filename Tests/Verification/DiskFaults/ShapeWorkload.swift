import DomainKit
import Nacre
import TestRandomness

/// The commits of a shape: the same ones for the same seed.
struct ShapeWorkload {
    let shape: Shape
    let seed: UInt64

    static let categories = ["order", "item", "user"]
    static let types: [EventType] = ["Placed", "Paid", "Shipped", "Returned", "Noted"]
    static let streams = 240
    static let tags = 40

    /// The commit with a number, from 1.
    func commit(_ number: Int) -> Commit {
        var random = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
        let hasIDs = number % 2 == 0
        let isLarge = shape == .mixed && random.chance(3)
        let isLong = shape == .mixed && random.chance(2)
        let count = isLong ? 900 : isLarge ? 1 : Int.random(in: shape.events, using: &random)
        let entries = (0..<count).map { index -> Commit.Entry in
            let kind = random.below(Self.categories.count)
            let isNew = random.chance(10)
            let stream =
                isNew
                ? "\(Self.categories[kind])-once-\(number)-\(index)"
                : "\(Self.categories[kind])-\(random.below(random.below(Self.streams) + 1))"
            var tags: [Tag] = []
            if random.chance(70) { tags.append(Tag("place:\(random.below(Self.tags))")) }
            if random.chance(30) { tags.append(Tag("number:\(number)")) }
            let bytes =
                isLarge
                ? Int.random(in: 5_000...60_000, using: &random) : Int.random(in: shape.dataBytes, using: &random)
            let head = Array("\(number) \(index) ".utf8)
            var filler = [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: max(0, bytes - head.count))
            for place in stride(from: 0, to: filler.count, by: 16) { filler[place] = UInt8(truncatingIfNeeded: place) }
            return Commit.Entry(
                stream: StreamName(stream),
                event: EventData(
                    id: hasIDs ? EventID(high: random.next(), low: random.next()) : nil,
                    type: Self.types[random.below(Self.types.count)], tags: tags, data: head + filler))
        }
        return Commit(entries: entries)
    }
}
