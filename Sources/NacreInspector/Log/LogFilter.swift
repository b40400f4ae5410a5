import DomainKit
import Nacre
import NacreTool

/// The filter of a log view, as the address and the form have it, with the words of `find`.
struct LogFilter: Sendable {
    /// A field of the form.
    struct Field: Hashable, Sendable {
        /// The name in addresses and, without hyphens in front, of the option of `find`.
        let name: String
        let label: String
        var placeholder = ""

        /// Whether several values may be given.
        var isRepeated = false

        /// Whether the form shows it without being unfolded.
        var isCommon = false
    }

    static let fields = [
        Field(name: "text", label: "Text in data or metadata", isRepeated: true, isCommon: true),
        Field(name: "type", label: "Type", isRepeated: true, isCommon: true),
        Field(name: "stream", label: "Stream", isCommon: true),
        Field(name: "since", label: "Since", placeholder: "2026-05-01", isCommon: true),
        Field(name: "until", label: "Until", placeholder: "2026-05-31", isCommon: true),
        Field(name: "where", label: "Value", placeholder: "data.name=README.md", isRepeated: true),
        Field(name: "category", label: "Category", isRepeated: true),
        Field(name: "tag", label: "Tag", isRepeated: true),
        Field(name: "actor", label: "Actor", isRepeated: true),
        Field(name: "correlation", label: "Correlation id", isRepeated: true),
        Field(name: "causation", label: "Causation id", isRepeated: true),
        Field(name: "id", label: "Id or its beginning", isRepeated: true),
        Field(name: "from", label: "From position"),
        Field(name: "to", label: "To position"),
    ]

    /// The given values, by the names of the fields, without empty ones; `ignore-case` and `by`, too.
    let values: [String: [String]]

    /// The criteria, as far as the values are valid.
    private(set) var criteria = EventCriteria()

    /// What is wrong with the values, for people.
    private(set) var faults: [String] = []

    /// Reads a filter.
    init(_ parameters: Parameters) {
        var values: [String: [String]] = [:]
        for field in Self.fields {
            let given = parameters.values(field.name)
            values[field.name] = field.isRepeated ? given : Array(given.prefix(1))
        }
        values["ignore-case"] = parameters.values("ignore-case").prefix(1).filter { $0 == "true" }
        values["by"] = Array(parameters.values("by").prefix(1))
        self.values = values.filter { !$0.value.isEmpty }
        parse()
    }

    /// Whether every event has the properties.
    var isEmpty: Bool { values.keys.allSatisfy { $0 == "ignore-case" || $0 == "by" } }

    /// The values, for an address.
    var parameters: Parameters {
        var parameters = Parameters()
        for name in Self.fields.map(\.name) + ["ignore-case", "by"] {
            for value in values[name] ?? [] { parameters.add(name, value) }
        }
        return parameters
    }

    /// The options of `find` that select the same events, in a range of positions.
    func options(after: Position, upTo: Position) -> [String] {
        var options = Self.fields.filter { $0.name != "from" && $0.name != "to" }.flatMap { field in
            (values[field.name] ?? []).map { ShownCommand.option(field.name, $0) }
        }
        if values["ignore-case"] != nil, values["text"] != nil { options.append("--ignore-case") }
        if let clock = values["by"]?.first, criteria.since != nil || criteria.until != nil {
            options.append(ShownCommand.option("by", clock))
        }
        if after > 0 { options.append(ShownCommand.option("after", "\(after)")) }
        if upTo < .max { options.append(ShownCommand.option("up-to", "\(upTo)")) }
        return options
    }

    private mutating func parse() {
        criteria.item = Query.Item(
            types: given("type").map { EventType($0) }, categories: given("category"),
            tags: given("tag").map { Tag($0) }, correlations: given("correlation"), causations: given("causation"),
            actors: given("actor"))
        criteria.stream = given("stream").first.map { StreamName($0) }
        criteria.texts = given("text").map { ByteSearch($0, ignoringCase: values["ignore-case"] != nil) }
        criteria.ids = given("id").compactMap { text in valid("Id") { try CriterionText.id(text) } }
        criteria.fields = given("where").compactMap { text in valid("Value") { try CriterionText.field(text) } }
        let since = given("since").first.flatMap { text in valid("Since") { try CriterionText.moment(text) } }
        let until = given("until").first.flatMap { text in valid("Until") { try CriterionText.moment(text) } }
        if let since, let until, since.start > until.end { faults.append("Since is after Until.") }
        (criteria.since, criteria.until) = (since?.start, until?.end)
        if let by = given("by").first {
            if let clock = AsOfOptions.Clock(rawValue: by) {
                criteria.clock = clock
            } else {
                faults.append("\(quoted(by)) is not a time of events: give recordedAt or time.")
            }
        }
        let from = position("from", "From position", atLeast: 1) ?? 1
        let upTo = position("to", "To position", atLeast: 1) ?? .max
        if from > upTo { faults.append("From position is after To position.") }
        (criteria.after, criteria.upTo) = (from - 1, upTo)
    }

    private func given(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func valid<Value>(_ label: String, _ parse: () throws -> Value) -> Value? {
        do {
            return try parse()
        } catch {
            faults.append("\(label): \(error).")
            return nil
        }
    }

    private mutating func position(_ name: String, _ label: String, atLeast least: Position) -> Position? {
        given(name).first.flatMap { text in
            if let position = Position(text), position >= least { return position }
            faults.append("\(label): \(quoted(text)) is not a position: give a number from \(least) on.")
            return nil
        }
    }
}
