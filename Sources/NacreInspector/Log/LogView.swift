import Nacre
import NacreTool

/// A page of a log, as it is rendered.
struct LogView: Sendable {
    /// A field of the form, with its value.
    struct Field: Sendable {
        let id: String
        let name: String
        let label: String
        let placeholder: String
        let value: String
    }

    /// A row of the table.
    struct Row: Sendable {
        var event: ShownEvent?

        /// Which positions cannot be read, and why.
        var damage: String?
    }

    /// A projection that is halted, with the event.
    struct Halt: Sendable {
        let text: String
        let address: String?
    }

    let heading: String
    let commonFields: [Field]
    let otherFields: [Field]
    let hasOtherFilter: Bool
    let ignoresCase: Bool
    let isByTime: Bool

    /// Whether an event may have been left out by a filter.
    let isFiltered: Bool

    /// What is wrong with the filter.
    let faults: [String]

    let rows: [Row]

    /// Whether there is nothing to show.
    let isEmpty: Bool

    /// Why nothing was found, and how far the log was searched.
    let notes: [String]

    let halts: [Halt]

    let newest: String
    let oldest: String
    let newer: String?
    let older: String?

    /// The address that rows after the page are fetched from; `nil` if the page does not end with the newest events.
    let live: String?

    /// The position up to which the page shows the log.
    let shownUpTo: Position

    let command: String
}

extension LogView {
    /// Shows a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - filter: The filter.
    ///   - place: Where the page is.
    ///   - head: The head of the log before the page was read.
    ///   - notes: Why nothing was found.
    ///   - halts: What is halted.
    ///   - command: The command that prints the events.
    init(
        _ page: LogPage, _ filter: LogFilter, at place: LogPlace, head: Position, notes: [String], halts: [Halt],
        command: String
    ) {
        self.halts = halts
        heading = filter.heading
        commonFields = Self.fields(filter) { $0.isCommon }
        otherFields = Self.fields(filter) { !$0.isCommon }
        hasOtherFilter = otherFields.contains { !$0.value.isEmpty }
        ignoresCase = filter.values["ignore-case"] != nil
        isByTime = filter.values["by"] == ["time"]
        isFiltered = !filter.isEmpty
        faults = filter.faults.map { TerminalText.line($0) }
        rows = Self.rows(of: page)
        isEmpty = rows.isEmpty && filter.faults.isEmpty
        var said = notes
        if page.isIncomplete, let end = page.olderEnd, place.isBackward {
            said.append("The search has looked at the positions from \(end + 1) on, and can go on with older ones.")
        }
        if page.isIncomplete, let start = page.newerStart, !place.isBackward {
            said.append("The search has looked at the positions up to \(start), and can go on with newer ones.")
        }
        self.notes = said.map { TerminalText.line($0) }
        newest = filter.address()
        oldest = filter.address("after", 0)
        newer = page.newerStart.map { filter.address("after", $0) }
        older = page.olderEnd.map { filter.address("before", $0 + 1) }
        live =
            place == .newest && filter.faults.isEmpty && filter.criteria.upTo == .max
            ? "/log/rows" + filter.parameters.query : nil
        shownUpTo = head
        self.command = command
    }

    /// The rows of a page.
    static func rows(of page: LogPage) -> [Row] {
        page.rows.map { row in
            switch row {
            case .event(let event): Row(event: ShownEvent(event))
            case .damage(let damage): Row(damage: "\(damage)")
            }
        }
    }

    /// The fields of the form: one for each value, and an empty one where more may be given.
    private static func fields(_ filter: LogFilter, where isMeant: (LogFilter.Field) -> Bool) -> [Field] {
        LogFilter.fields.filter(isMeant).flatMap { field in
            let values = filter.values[field.name] ?? []
            return (values + (field.isRepeated || values.isEmpty ? [""] : [])).enumerated().map { index, value in
                Field(
                    id: "\(field.name)-\(index)", name: field.name,
                    label: index == 0 ? field.label : "\(field.label), \(index + 1)", placeholder: field.placeholder,
                    value: value)
            }
        }
    }
}

extension LogPlace {
    /// Whether the page is searched from newer to older events.
    fileprivate var isBackward: Bool {
        if case .after = self { false } else { true }
    }
}

extension LogFilter {
    /// What the view is about.
    fileprivate var heading: String {
        let given = values.filter { $0.key != "by" && $0.key != "ignore-case" }
        let names = ["stream": "Stream", "category": "Category", "type": "Type", "actor": "Actor", "tag": "Tag"]
        if given.count == 1, let (name, values) = given.first, values.count == 1, let kind = names[name] {
            return "\(kind) \(values[0].inCell)"
        }
        if Set(given.keys) == ["from", "to"], let from = given["from"]?.first, let to = given["to"]?.first {
            return from == to ? "Position \(from)" : "Positions \(from) to \(to)"
        }
        return given.isEmpty ? "Log" : "Log, filtered"
    }

    /// The address of a page with the filter.
    fileprivate func address(_ name: String? = nil, _ position: Position = 0) -> String {
        var parameters = parameters
        if let name { parameters.add(name, "\(position)") }
        return Address.log + parameters.query
    }
}
