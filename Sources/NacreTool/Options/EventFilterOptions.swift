import ArgumentParser
import Nacre

/// The options `--type` and `--tag`, which select events.
struct EventFilterOptions: ParsableArguments {
    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Only events of this type; repeat it to allow several types.", valueName: "type"))
    var types: [String] = []

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("Only events with this tag; repeat it to require several tags.", valueName: "tag"))
    var tags: [String] = []

    /// The types of which an event must have one; empty for all.
    var eventTypes: [EventType] { types.map { EventType($0) } }

    /// The tags that an event must have.
    var eventTags: [Tag] { tags.map { Tag($0) } }
}
