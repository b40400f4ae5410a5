import ArgumentParser
import DomainKit
import Nacre

/// The options that select events by what is in them and when they happened.
struct EventFilterOptions<Tool: StoreTool>: ParsableArguments {
    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Only events of this type; repeat it to allow several types.", valueName: "type"),
        completion: NameCompletion<Tool>.of(.type))
    var types: [String] = []

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("Only events with this tag; repeat it to require several tags.", valueName: "tag"),
        completion: NameCompletion<Tool>.of(.tag))
    var tags: [String] = []

    @Option(
        name: .customLong("correlation"),
        help: ArgumentHelp(
            "Only events of this correlation id; repeat it to allow several correlations.", valueName: "id"))
    var correlations: [String] = []

    @Option(
        name: .customLong("causation"),
        help: ArgumentHelp(
            "Only events of this causation id, such as the id of the event that caused them; repeat it to allow several.",
            valueName: "id"))
    var causations: [String] = []

    @Option(
        name: .customLong("actor"),
        help: ArgumentHelp("Only events of this actor; repeat it to allow several actors.", valueName: "actor"),
        completion: NameCompletion<Tool>.of(.actor))
    var actors: [String] = []

    @Option(
        name: .customLong("category"),
        help: ArgumentHelp(
            "Only events of streams of this category; repeat it to allow several categories.", valueName: "category"),
        completion: NameCompletion<Tool>.of(.category))
    var categories: [String] = []

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp(
            "Only events whose id is or begins with this; repeat it to allow several ids.", valueName: "id"),
        transform: parseID)
    var ids: [IDPrefix] = []

    @Option(
        name: .customLong("text"),
        help: ArgumentHelp(
            "Only events with this text in data or metadata, as it is stored; repeat it to require several texts.",
            valueName: "text"))
    var texts: [String] = []

    @Flag(name: .shortAndLong, help: "Let --text match ASCII letters in either case.")
    var ignoreCase = false

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only events with this value: data.name=README.md, != for another value, ~ for a part of the text, "
                + "no sign for any value; repeat it to require several.", valueName: "path=value"),
        transform: parseField)
    var fields: [FieldCondition] = []

    @Option(
        help: ArgumentHelp("Only events at or after this time, or from this day on.", valueName: "time"),
        transform: parseMoment)
    var since: TimeBound?

    @Option(
        help: ArgumentHelp("Only events at or before this time, or up to the end of this day.", valueName: "time"),
        transform: parseMoment)
    var until: TimeBound?

    @Option(
        name: .customLong("by"),
        help: ArgumentHelp(
            "The time that --since and --until refer to: recordedAt, when an event was recorded (the default), or "
                + "time, when it happened."))
    var clock: AsOfOptions.Clock?

    /// What an index knows of the events.
    private var item: Query.Item {
        Query.Item(
            types: types.map { EventType($0) }, categories: categories, tags: tags.map { Tag($0) },
            correlations: correlations, causations: causations, actors: actors)
    }

    /// Whether events are selected by nothing but their times.
    var selectsByTimeAlone: Bool { item == Query.Item() && ids.isEmpty && texts.isEmpty && fields.isEmpty }

    func validate() throws {
        if let since, let until, since.start > until.end {
            throw ArgumentParser.ValidationError("--since \(since) is after --until \(until)")
        }
        if texts.contains("") { throw ArgumentParser.ValidationError("--text is empty: give a text to search for") }
        if ignoreCase, texts.isEmpty {
            throw ArgumentParser.ValidationError("--ignore-case needs a text: give --text")
        }
    }

    /// Checks that `--by` is not given alone, where the clock has no other meaning.
    ///
    /// - Throws: `ValidationError`.
    func validateClock() throws {
        if let clock, since == nil, until == nil {
            throw ArgumentParser.ValidationError("--by \(clock.rawValue) needs a time: give --since or --until")
        }
    }

    /// The properties that an event is required to have.
    var criteria: EventCriteria {
        EventCriteria(
            item: item, ids: ids, texts: texts.map { ByteSearch($0, ignoringCase: ignoreCase) }, fields: fields,
            since: since?.start, until: until?.end, clock: clock ?? .recordedAt)
    }

    @Sendable
    private static func parseID(_ text: String) throws -> IDPrefix {
        try valid { try CriterionText.id(text) }
    }

    @Sendable
    private static func parseField(_ text: String) throws -> FieldCondition {
        try valid { try CriterionText.field(text) }
    }

    @Sendable
    private static func parseMoment(_ text: String) throws -> TimeBound {
        try valid { try CriterionText.moment(text) }
    }

    private static func valid<Value>(_ parse: () throws -> Value) throws -> Value {
        do {
            return try parse()
        } catch let error as CriterionError {
            throw ArgumentParser.ValidationError(error.description)
        }
    }
}
