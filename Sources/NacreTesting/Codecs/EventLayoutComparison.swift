internal import Nacre

/// Compares the present layout of events with the recorded one.
struct EventLayoutComparison {
    /// Changes that make stored events unreadable or change their meaning.
    private(set) var breaks: [String] = []

    /// Changes that may be recorded.
    private(set) var additions: [String] = []

    /// The record with the additions; nothing is removed from it.
    private(set) var merged: EventLayoutRecord

    private let stream: StreamName

    init(_ recorded: EventLayoutRecord, _ found: EventLayoutRecord, by codec: some EventCodec) {
        merged = recorded
        stream = "\(recorded.category ?? "sample")-1"
        if recorded.category != found.category {
            let (old, new) = (recorded.category ?? "none", found.category ?? "none")
            breaks += ["  the category of the streams", "-     \(old)", "+     \(new)"]
        }
        for layout in recorded.layouts { compare(layout, found[layout.type, layout.schema], by: codec) }
        for schema in codec.upcastSchemas where recorded[schema] == nil && found[schema] == nil {
            breaks += [
                "  \(schema.type), schema \(schema.schema)",
                "  an upcaster reads it, and there is no example: give one as a FormerEvent",
            ]
        }
        for layout in found.layouts where recorded[layout.type, layout.schema] == nil {
            additions += ["+ \(layout.name)"] + layout.fields.map { "+     \($0)" }
            merged.put(layout)
        }
    }

    private mutating func compare(_ recorded: EventLayout, _ found: EventLayout?, by codec: some EventCodec) {
        var lost = found.map { found in recorded.fields.filter { !found.fields.contains($0) } } ?? []
        var gained = found.map { found in found.fields.filter { !recorded.fields.contains($0) } } ?? []
        var refusals: [String] = []
        var retagged: [EventLayout.Example] = []
        for example in recorded.examples {
            do {
                guard let tags = try tags(of: example, recorded, isWritten: found != nil, by: codec) else { continue }
                // A tag is no addition if any recorded example with the same data has it.
                let known = recorded.examples.filter { $0.data == example.data }.flatMap(\.tags)
                lost += example.tags.filter { !tags.contains($0) }.map {
                    "the tag \(quoted($0.text)) of \(example.text)"
                }
                let added = tags.filter { !known.contains($0) }
                gained += added.map { "the tag \(quoted($0.text)) of \(example.text)" }
                if !added.isEmpty { retagged.append(EventLayout.Example(tags: tags, data: example.data)) }
            } catch let error as Refusal {
                if !refusals.contains(error.text) { refusals.append(error.text) }
            } catch {
                let reason = (error as? EventDecodingError)?.reason ?? "\(error)"
                refusals.append("its example \(example.text) cannot be decoded: \(reason)")
            }
        }
        let lines = lost.map { "-     \($0)" } + gained.map { "+     \($0)" }
        if !lost.isEmpty || !refusals.isEmpty {
            breaks += ["  \(recorded.name)"] + lines + refusals.map { "  \($0)" }
        } else if var found, !gained.isEmpty {
            additions += ["  \(recorded.name)"] + lines
            for example in recorded.examples + retagged { found.add(example) }
            merged.put(found)
        }
    }

    /// Why stored events differ from the record.
    private struct Refusal: Error {
        let text: String
    }

    /// The tags that an event would have today; `nil` if it would be encoded as another type or schema.
    private func tags<Codec: EventCodec>(
        of example: EventLayout.Example, _ layout: EventLayout, isWritten: Bool, by codec: Codec
    ) throws -> [Tag]? {
        let event = EventData(type: layout.type, schema: layout.schema, tags: example.tags, data: example.data)
        guard let read = try codec.decode(RecordedEvent(event, in: stream, at: 1)) else {
            throw Refusal(text: "no codec decodes it: keep the stored type of a renamed case in storedTypes")
        }
        let rewritten = try codec.encode(read)
        guard rewritten.type == layout.type, rewritten.schema == layout.schema else { return nil }
        guard isWritten else { throw Refusal(text: "no sample is encoded in this form: add one") }
        return rewritten.tags
    }

    /// The difference and the remedy; `nil` if there is none.
    func finding(of file: EventLayoutFile) -> String? {
        guard !breaks.isEmpty || !additions.isEmpty else { return nil }
        var lines = ["\(file.name) does not store what \(file.shown) records (- recorded, + now):"] + breaks + additions
        if !breaks.isEmpty {
            lines.append(
                """
                Stored events keep their recorded form. If a name in Swift has changed, keep the stored name: in \
                storedTypes for a case, in an enum of coding keys for a field. If the form is to change, give the type \
                an upcaster. Queries by a tag that new events lack find only older events. If no store holds such \
                events, delete their lines in \(file.path).
                """)
        }
        if !additions.isEmpty {
            lines.append(
                """
                Record additions, if they are intended: run the test once with NACRE_RECORD=1 in its environment, \
                or with recording: true\(breaks.isEmpty ? "" : ", when the rest is resolved").
                """)
        }
        return lines.joined(separator: "\n")
    }
}
