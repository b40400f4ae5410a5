import DomainKit
package import ItemsDomain
package import Nacre

/// A way of appending one event to an item.
package enum CommandWay: String, CaseIterable, Sendable {
    /// A command on an item whose whole history is folded.
    case command

    /// The append alone, by a caller with the version and the event ready: the reference for the others.
    case append = "the store's own append"

    /// A command on an item with a long history, which has a snapshot.
    case withSnapshots = "command with a snapshot"
}

/// The items that each way appends to, their histories, and the commands on them, all determined in advance.
package struct CommandPlan: Hashable, Sendable {
    /// An event that must be in the log.
    package struct Expected: Equatable, Sendable {
        package var stream: StreamName
        package var version: StreamVersion
        package var event: ItemEvent
    }

    /// An acknowledged append, by its number among the way's appends, from 0.
    package struct Acknowledged: Hashable, Sendable {
        package var way: CommandWay
        package var number: Int

        package init(way: CommandWay, number: Int) {
            (self.way, self.number) = (way, number)
        }
    }

    /// The order in which histories are filled in.
    ///
    /// The events appended last are cached best, which the reference measurement should benefit from.
    package static let filling: [CommandWay] = [.withSnapshots, .command, .append]

    /// Events that a way appends in a slice.
    package var commands: Int

    /// The number of slices of each way, including the warm-up.
    package var slices: Int

    /// Events of an item whose whole history is folded.
    package var events: Int

    /// Events of an item with snapshots.
    package var longEvents: Int

    /// The number of items with snapshots, used in turn.
    package var longItems: Int

    /// The number of folded events after which a new snapshot is taken.
    package var snapshotInterval: Int

    /// The least number of bytes in the data of an event with a name.
    package var payloadBytes: Int

    package var seed: UInt64

    package init(
        commands: Int, slices: Int, events: Int, longEvents: Int, longItems: Int, snapshotInterval: Int,
        payloadBytes: Int, seed: UInt64
    ) {
        (self.commands, self.slices, self.events) = (commands, slices, events)
        (self.longEvents, self.longItems, self.snapshotInterval) = (longEvents, longItems, snapshotInterval)
        (self.payloadBytes, self.seed) = (payloadBytes, seed)
    }

    /// The events of a way's items before the measurement.
    ///
    /// Items with short histories are appended to once each, so that the histories stay short.
    package func history(of way: CommandWay) -> ItemHistory {
        let seed = seed &+ UInt64(CommandWay.allCases.firstIndex(of: way) ?? 0)
        let (items, events) = way == .withSnapshots ? (longItems, longEvents) : (commands * slices, events)
        return ItemHistory(events: items * events, streams: items, payloadBytes: payloadBytes, seed: seed)
    }

    package var filledEvents: Int { CommandWay.allCases.reduce(0) { $0 + history(of: $1).events } }

    /// The number of events by which an item's snapshot lags behind its history at first.
    ///
    /// The lags are evenly spread, as they are for items that are not appended to at the same time.
    package func tail(ofItem item: Int) -> Int { item * snapshotInterval / longItems }

    /// The event that a way's append or command adds to its items' history, by number from 0.
    package func appended(by way: CommandWay, _ number: Int) -> Expected {
        let history = history(of: way)
        let event = ItemEvent.renamed(name: history.name(history.events + number))
        return expected(of: history, history.events + number, event)
    }

    package func expected(of history: ItemHistory, _ number: Int, _ event: ItemEvent? = nil) -> Expected {
        Expected(
            stream: history.stream(of: number), version: StreamVersion(number / history.streams + 1),
            event: event ?? history.event(number))
    }
}

extension ItemID {
    package init(_ stream: StreamName) throws {
        try self.init(parsing: String(stream.text.dropFirst("item-".count)))
    }
}
