import DomainKit
import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

/// A clock with the same times in every run.
final class SteppedClock: TimeSource {
    private let next = Mutex<Int64>(1_700_000_000_000_000_000)

    func now() -> Instant {
        next.withLock { next in
            next += 1_000_000
            return Instant(nanosecondsSince1970: next, decimals: 6)
        }
    }
}

/// The events of the stores, determined by the seed.
struct Workload {
    static let streams = ["item-1", "item-2", "cart-7", "cart-8", "lone"]
    static let types = ["Made", "Moved", "Sold", "Bad"]
    static let tags = ["colour:red", "colour:blue", "owner:ada", "size:é"]

    /// Queries of each kind, with and without matches.
    static let queries: [Query] = [
        .all, .types("Made"), .types("Sold", "Bad"), .types("None"), .categories("cart"), .categories("item", "lone"),
        .tagged("colour:red"), .tagged("owner:ada", "colour:blue"), .tagged("none"),
        Query([
            Query.Item(types: ["Moved"], categories: ["item"]), Query.Item(tags: ["size:é"]),
            Query.Item(types: ["Bad"]),
        ]),
        .correlations("c-1", "c-2"), .causations("e-3"), .actors("ada"), .actors("none"),
        Query([Query.Item(types: ["Made"], correlations: ["c-1"], actors: ["ada", "bob"])]),
    ]

    var random: SeededGenerator
    /// The maximum size of an event's data.
    var dataBytes: Int
    /// The percentage of events in the first stream.
    var crowding: Int

    mutating func commit(events count: Int) -> Commit {
        let givesIDs = random.chance(60)
        return Commit(
            entries: (0..<count).map { _ in
                let stream = random.chance(crowding) ? Self.streams[0] : pick(Self.streams)
                let tags = random.chance(40) ? Set((0..<2).map { _ in pick(Self.tags) }).sorted() : []
                return Commit.Entry(
                    stream: StreamName(stream),
                    event: EventData(
                        id: givesIDs ? EventID(high: random.next(), low: random.next()) : nil,
                        type: EventType(random.chance(3) ? "Bad" : pick(Array(Self.types.dropLast()))),
                        schema: 1 + random.below(3), tags: tags.map { Tag($0) },
                        data: random.bytes(random.below(dataBytes + 1)),
                        metadata: random.chance(40) ? metadata() : []))
            })
    }

    /// A context, or any bytes.
    private mutating func metadata() -> [UInt8] {
        guard random.chance(60) else { return random.bytes(1 + random.below(20)) }
        let members = [
            #""correlationId":"c-\#(random.below(4))""#, #""causationId":"e-\#(random.below(9))""#,
            #""actor":"\#(pick(["ada", "bob", "eve"]))""#,
        ].filter { _ in random.chance(70) }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private mutating func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }
}

/// Counts the events of each stream.
struct Counts: Projection, Equatable {
    var name = "counts"
    var schemaVersion = 1
    /// Whether it cannot apply events of type `Bad`.
    var halts = false
    let query = Query.all
    var tables: [TableDefinition] { [TableDefinition(0)] }

    struct CannotApply: Error {}

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        // The number of records of process managers differs between runs.
        guard !event.stream.text.hasPrefix("$") else { return }
        if halts, event.type == "Bad" { throw CannotApply() }
        let key = Array(event.stream.text.utf8)
        var count: UInt64 = 0
        if let row = try model.value(for: key, in: 0) {
            var reader = RowReader(row.span)
            count = try reader.number()
        }
        var row = RowWriter()
        row.number(count &+ 1)
        try model.setValue(row.bytes, for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)): \(value)"
    }
}

/// Reacts to some events of type `Sold` with an event; with `halts`, it cannot handle `Bad`.
struct Thanking: ProcessManager {
    let name: String
    var halts = false
    let query = Query.types("Sold", "Bad")

    func react(to event: RecordedEvent) async throws -> Commit? {
        if event.type == "Bad" {
            if halts { throw Counts.CannotApply() }
            return nil
        }
        guard event.position % 5 == 0 else { return nil }
        return Commit([EventData(type: "Thanked", data: [])], to: "thanks-\(name)")
    }
}

/// An aggregate whose state counts its events.
enum Counter: Decider {
    struct Happened: DomainEvent, Codable {}

    static let initialState = 0

    static func decide(_ command: Int, _ state: Int) throws(Never) -> [Happened] {
        (0..<command).map { _ in Happened() }
    }

    static func evolve(_ state: inout Int, _ event: Happened) { state += 1 }
}

/// A codec that decodes every event of a stream as the counter's event.
struct CounterCodec: EventCodec {
    func encode(_ event: Counter.Happened) throws -> EventData { EventData(type: "Moved", data: []) }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Counter.Happened? { Counter.Happened() }
}
