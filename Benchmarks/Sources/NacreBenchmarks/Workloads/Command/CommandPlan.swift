import ItemsDomain
import Nacre

/// The items that each way appends to, their histories, and what is done to them, all of it known beforehand.
struct CommandPlan: Hashable, Sendable {
    /// An event that is to be in the log.
    struct Expected: Equatable, Sendable {
        var stream: StreamName
        var version: StreamVersion
        var event: ItemEvent
    }

    /// The order in which histories are filled in: what was appended last is nearer to hand, and what is measured by is
    /// to have that.
    static let filling: [CommandWay] = [.remembering, .command, .append]

    /// Events that a way appends in a slice.
    var commands: Int

    /// How many slices there are of each way, that which warms up included.
    var slices: Int

    /// Events of an item, where its whole history is folded.
    var events: Int

    /// Events of an item whose state is remembered.
    var longEvents: Int

    /// Items whose state is remembered: they take turns.
    var longItems: Int

    /// How many events are folded before a state is remembered anew.
    var snapshotInterval: Int

    /// Bytes of the data of an event with a name, at least.
    var payloadBytes: Int

    /// Where the draws begin.
    var seed: UInt64

    /// What has happened to the items of a way before it is measured.
    ///
    /// Where histories are short, every item is appended to once, so that they stay as they are.
    func history(of way: CommandWay) -> ItemHistory {
        let seed = seed &+ UInt64(CommandWay.allCases.firstIndex(of: way) ?? 0)
        let (items, events) = way == .remembering ? (longItems, longEvents) : (commands * slices, events)
        return ItemHistory(events: items * events, streams: items, payloadBytes: payloadBytes, seed: seed)
    }

    var filledEvents: Int { CommandWay.allCases.reduce(0) { $0 + history(of: $1).events } }

    /// How far behind its end the history of an item is remembered at first: spread as evenly as those are of items
    /// that are never all appended to at once.
    func tail(ofItem item: Int) -> Int { item * snapshotInterval / longItems }

    /// What an append, or the command that decides it, adds to the history of a way's items, by its number from 0.
    func appended(by way: CommandWay, _ number: Int) -> Expected {
        let history = history(of: way)
        return expected(of: history, history.events + number, .renamed(name: history.name(history.events + number)))
    }

    func expected(of history: ItemHistory, _ number: Int) -> Expected {
        expected(of: history, number, history.event(number))
    }

    private func expected(of history: ItemHistory, _ number: Int, _ event: ItemEvent) -> Expected {
        Expected(
            stream: history.stream(of: number), version: StreamVersion(number / history.streams + 1), event: event)
    }
}
