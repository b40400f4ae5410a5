import ArgumentParser
import NacreLMDB

/// The kind of contents of a log.
enum Shape: String, Codable, CaseIterable, ExpressibleByArgument {
    /// Small events, one per commit, none of them indexed.
    case single
    /// Small events, few per commit, most of them indexed, and a read model that has applied all of them.
    case indexed
    /// Commits of several blocks of 64 KiB.
    case blocks
    /// Events that take several pages each.
    case large
    /// Two events fill a page: more leaf pages than the opening check reads.
    case wide
    /// All of these in one log.
    case mixed
    /// Blocks of 64 KiB, 200 MB of them.
    case long

    /// The percentage of cases with this shape.
    var share: Int {
        switch self {
        case .single: 30
        case .indexed: 20
        case .blocks: 10
        case .large: 10
        case .wide: 12
        case .mixed: 14
        case .long: 4
        }
    }

    /// The number of recorded commits.
    var commits: Int {
        switch self {
        case .single: 12_000
        case .indexed: 9_000
        case .blocks: 120
        case .large: 260
        case .wide: 11_000
        case .mixed: 3_000
        case .long: 420
        }
    }

    /// The number of commits recorded before the store is reopened.
    var commitsPerOpening: Int { max(1, commits / 8) }

    /// The number of events in a commit.
    var events: ClosedRange<Int> {
        switch self {
        case .single, .wide: 1...1
        case .indexed: 1...3
        case .blocks: 300...1_500
        case .large: 1...4
        case .mixed: 1...6
        case .long: 1_200...2_600
        }
    }

    /// The size of an event's data in bytes.
    var dataBytes: ClosedRange<Int> {
        switch self {
        case .single, .indexed: 20...200
        case .blocks, .long: 100...400
        case .large: 6_000...150_000
        case .wide: 1_300...1_600
        case .mixed: 20...800
        }
    }

    /// The number of events in a generation of the tail before it is indexed.
    var eventsPerGeneration: Int {
        switch self {
        case .single, .wide, .large: 16_384
        case .indexed: 1_024
        case .blocks: 16_384
        case .mixed: 512
        case .long: 32_768
        }
    }

    /// Whether a read model follows the log to its last event.
    var hasReadModel: Bool { self == .indexed || self == .mixed }

    /// Whether a reader pins an old snapshot for some hundred commits, so that the list of free pages grows.
    var pinsReader: Bool { self == .single || self == .indexed || self == .wide || self == .mixed }

    /// Whether each case can read everything.
    var isSmall: Bool { self == .single || self == .indexed || self == .mixed }

    var options: LMDBEventStore.Options {
        var options = LMDBEventStore.Options(mapSize: 1 << 30, derivedMapSize: 256 << 20)
        options.tailLimits.eventsPerGeneration = eventsPerGeneration
        return options
    }

    /// The shape of a case; mostly the same for successive cases, because each process loads one log.
    static func of(case number: Int, seed: UInt64, batch: Int) -> Shape {
        var order: [Shape] = []
        var due = allCases.map { (shape: $0, credit: 0) }
        for _ in 0..<100 {
            for index in due.indices { due[index].credit += due[index].shape.share }
            guard let next = due.indices.max(by: { due[$0].credit < due[$1].credit }) else { break }
            due[next].credit -= 100
            order.append(due[next].shape)
        }
        return order[(number / batch) % order.count]
    }
}
