import DomainKit
import Nacre
import NacreRuntime
import NacreTool

/// The state of a stream after one of its events, as it is rendered.
struct StatePage: Sendable {
    /// A field of the state.
    struct Field: Sendable {
        let name: String
        let value: String

        /// The value before, if the event has changed it.
        let before: String?

        let isChanged: Bool

        /// The event that gave the value; `nil` for a value of the initial state.
        let position: Position?
        let address: String?
        let type: String
        let time: String
        let actor: String
    }

    let stream: String

    /// The name as it is, for forms.
    let value: String

    let version: StreamVersion
    let last: StreamVersion
    let event: ShownEvent
    let time: String
    let fields: [Field]
    let hasFields: Bool

    /// What is not known, and why.
    let notes: [String]

    let steps: Steps
    let streamAddress: String
    let command: String

    /// The number of values that the event has changed; a sentence.
    let summary: String

    init(
        _ state: StreamState, of stream: StreamName, at version: StreamVersion, of last: StreamVersion,
        command: ([String]) -> String
    ) {
        self.stream = stream.text.inCell
        value = stream.text
        self.version = version
        self.last = last
        event = ShownEvent(state.event)
        time = state.event.time.description
        fields = state.fields.map { Field($0, in: state) }
        hasFields = !fields.isEmpty
        var said = state.notes
        if !state.removed.isEmpty {
            said.append(
                "This event removed \(Figures.list(state.removed.map { TerminalText.line($0.path.text) })).")
        }
        notes = said.map { TerminalText.line($0) }
        let changed = fields.count { $0.isChanged } + state.removed.count
        // A state that ends before the event says nothing of it.
        let isKnown = changed > 0 || state.notes.isEmpty
        let count = changed == 0 ? "no value" : Figures.count(changed, "value")
        summary = isKnown ? "This event changes \(count)." : ""
        steps = Steps(
            toFirst: version > 1 ? Address.state(of: stream.text, at: 1) : nil,
            toPrevious: version > 1 ? Address.state(of: stream.text, at: version - 1) : nil,
            toNext: version < last ? Address.state(of: stream.text, at: version + 1) : nil,
            toLast: version < last ? Address.state(of: stream.text) : nil)
        streamAddress = Address.log("stream", stream.text)
        self.command = command(
            ["blame", stream.text] + PastMoment.position(state.event.position) + ["--format", "ndjson"])
    }
}

/// The links that go through the past.
///
/// A template takes a name that has no value here from the page around it: the names are those of no page.
struct Steps: Sendable {
    let toFirst: String?
    let toPrevious: String?
    let toNext: String?
    let toLast: String?
}

extension StatePage.Field {
    fileprivate init(_ field: FieldChange, in state: StreamState) {
        name = field.path.text.isEmpty ? "(whole)" : TerminalText.line(field.path.text)
        value = field.json.map(Self.shown) ?? ""
        isChanged = field.origin?.position == state.event.position
        before = isChanged ? state.earlier[field.path].map(Self.shown) : nil
        position = field.origin?.position
        address = position.map { Address.event($0) }
        type = field.origin.map { $0.type.text.inCell } ?? ""
        time = field.origin.map { $0.time.shown } ?? ""
        actor = field.origin?.actor.map { $0.inCell } ?? ""
    }

    private static func shown(_ json: [UInt8]) -> String { ShownData.shown(String(decoding: json, as: UTF8.self)) }
}

/// The state of a stream after one of its events.
struct StreamState: Sendable {
    let event: RecordedEvent

    /// The fields with the events that gave them their values.
    let fields: [FieldChange]

    /// The fields that the event has removed.
    let removed: [FieldChange]

    /// The values that the fields had before the event.
    let earlier: [FieldPath: [UInt8]]

    /// What is not known, and why.
    let notes: [String]

    /// Folds a stream.
    ///
    /// - Parameters:
    ///   - event: The last event that is folded.
    ///   - runtime: The features on the store.
    /// - Throws: Errors of the store.
    init(after event: RecordedEvent, in runtime: Runtime) async throws {
        self.event = event
        var (earlier, removed): ([FieldPath: [UInt8]], [FieldChange]) = ([:], [])
        var notes: [String] = []
        let present = try await runtime.fieldOrigins(
            of: event.stream, asOf: .position(event.position),
            changed: { change in
                guard change.origin?.position != event.position else {
                    if change.json == nil { removed.append(change) }
                    return
                }
                earlier[change.path] = change.json
            },
            failed: { failed, error in
                notes.append(
                    "The event at position \(failed.position) cannot be decoded, so the values are those before it: "
                        + error.description)
            })
        if present == nil {
            notes.append("The program has no decider for the category \(quoted(event.stream.category)): see the event.")
        }
        fields = present ?? []
        (self.removed, self.earlier, self.notes) = (removed, earlier, notes)
    }
}
