import Nacre
import NacreRuntime
import NacreTool

/// The question what would be if some events had been others.
struct WhatIfQuestion: FormQuestion {
    static let kind = QuestionKind(
        name: "what-if", heading: "What if",
        sentence: "What would be otherwise if some events were left out, replaced, inserted or moved?",
        button: "Compare",
        headings: WhatIfFinding.headings)

    /// A parameter that leaves events out, which may occur several times.
    private struct Omission {
        let name: String
        let label: String
        let texts: WritableKeyPath<RequestedEdits, [String]>
    }

    private static var omissions: [Omission] {
        [
            Omission(name: "without", label: "Event or positions", texts: \.without),
            Omission(name: "without-type", label: "Events of type", texts: \.withoutTypes),
            Omission(name: "without-stream", label: "Events of stream", texts: \.withoutStreams),
            Omission(name: "without-actor", label: "Events of actor", texts: \.withoutActors),
            Omission(name: "without-correlation", label: "Events of correlation id", texts: \.withoutCorrelations),
        ]
    }

    private static let insertion = ["insert-after", "insert-stream", "insert-type", "insert-json"]
    private static let move = ["move", "move-after"]

    private let given: Parameters

    /// The texts of replacements, of which one may be empty.
    private let pairs: [RequestedEdits.Replacement]

    /// The projection whose rows are compared; `nil` for those that the edits may change.
    private let projection: String?

    private var edits = RequestedEdits()
    private(set) var faults: [String] = []

    /// Reads the question.
    init(_ parameters: Parameters) {
        given = parameters
        projection = parameters.value("projection")
        pairs = Self.pairs(parameters)
        for omission in Self.omissions { edits[keyPath: omission.texts] = parameters.values(omission.name) }
        for pair in pairs {
            if pair.event.isEmpty || pair.json.isEmpty {
                faults.append("Replace: give both an event and the data that it shall have.")
            } else {
                edits.replacements.append(pair)
                check(pair.json, of: "Replace")
            }
        }
        let inserted = Self.insertion.compactMap(parameters.value)
        if inserted.count == Self.insertion.count {
            edits.insertions = [.init(after: inserted[0], stream: inserted[1], type: inserted[2], json: inserted[3])]
            check(inserted[3], of: "Insert")
        } else if !inserted.isEmpty {
            faults.append("Insert: give all of it: the event that it comes after, stream, type and data.")
        }
        let moved = Self.move.compactMap(parameters.value)
        if moved.count == Self.move.count {
            edits.moves = [.init(event: moved[0], after: moved[1])]
        } else if !moved.isEmpty {
            faults.append("Move: give both the event and the one that it shall come after.")
        }
    }

    /// The replacements of an address, without those of which nothing is given.
    private static func pairs(_ parameters: Parameters) -> [RequestedEdits.Replacement] {
        let (events, texts) = (parameters.allValues("replace"), parameters.allValues("data"))
        return (0..<max(events.count, texts.count)).map { index in
            RequestedEdits.Replacement(
                event: events.indices.contains(index) ? events[index] : "",
                json: texts.indices.contains(index) ? texts[index] : "")
        }.filter { !$0.event.isEmpty || !$0.json.isEmpty }
    }

    private mutating func check(_ json: String, of label: String) {
        let bytes = Array(json.utf8)
        do throws(JSONError) {
            _ = try JSONReader.validate(bytes.span)
        } catch {
            faults.append("\(label): the data is not JSON, \(error.message): give one JSON value.")
        }
    }

    var isAsked: Bool { edits != RequestedEdits() }

    var parameters: Parameters {
        var parameters = Parameters()
        for omission in Self.omissions {
            for text in edits[keyPath: omission.texts] { parameters.add(omission.name, text) }
        }
        for replacement in edits.replacements {
            parameters.add("replace", replacement.event)
            parameters.add("data", replacement.json)
        }
        for name in Self.insertion + Self.move + ["projection"] { parameters.add(name, given.value(name)) }
        return parameters
    }

    var words: [String]? {
        var words = ["what-if"]
        for omission in Self.omissions {
            words += edits[keyPath: omission.texts].map { ShownCommand.option(omission.name, $0) }
        }
        for replacement in edits.replacements {
            words += [ShownCommand.option("replace", replacement.event), ShownCommand.option("data", replacement.json)]
        }
        for insertion in edits.insertions {
            // JSON may begin with a space, which keeps a hyphen from being taken for an option.
            let json = (insertion.json.hasPrefix("-") ? " " : "") + insertion.json
            words += ["--insert", insertion.after, insertion.stream, insertion.type, json]
        }
        for move in edits.moves { words += ["--move", move.event, move.after] }
        if let projection { words.append(ShownCommand.option("projection", projection)) }
        let separate =
            edits.insertions.flatMap { [$0.after, $0.stream, $0.type] } + edits.moves.flatMap { [$0.event, $0.after] }
        return separate.contains { $0.hasPrefix("-") } ? nil : words + ["--format", "ndjson"]
    }

    func hints(in inspector: Inspector) -> [String] {
        [
            "An event is named by its position, its id or the beginning of its id; 0 is the place before the first "
                + "one. Nothing is written to the log."
        ]
    }

    func check(in inspector: Inspector) async throws {
        let names = inspector.runtime.models.names
        if let projection, !names.contains(projection) {
            throw InspectorError(
                status: 400, title: "This cannot be shown",
                detail: "There is no projection \(quoted(projection))"
                    + (names.isEmpty ? "." : ", only \(Figures.list(names))."))
        }
        try await inspector.runtime.check(try await edits.edits(in: inspector.runtime))
    }

    func answer(_ answering: Answering, in inspector: Inspector) async throws {
        let runtime = inspector.runtime
        let edits = try await self.edits.edits(in: runtime)
        let history = try await runtime.edited(by: edits) { answering.progress("planning", $0, of: $1) }
        for line in try await HistoryEdit.lines(of: edits, in: runtime.store) { answering.note(line) }
        for criteria in self.edits.criteria {
            for note in try await inspector.nearNames(for: criteria) { answering.note(note) }
        }
        let whatIf = WhatIf(runtime, history) { action in
            WhatIf.Phase(update: { answering.progress(action, $0, of: $1) })
        }
        let summary = try await whatIf.run(projections: projection.map { [$0] }) { answering.add($0) }
        answering.note(summary.text)
    }
}

extension WhatIfQuestion {
    func fields(in inspector: Inspector) -> [QuestionView.Group] {
        [
            QuestionView.Group(
                legend: "Leave out",
                fields: Self.omissions.flatMap { omission in
                    QuestionView.Field.repeated(
                        omission.name, omission.label, given.values(omission.name),
                        placeholder: omission.name == "without" ? "1200 or 1200..1210" : "")
                }),
            QuestionView.Group(legend: "Replace", fields: replacementFields),
            QuestionView.Group(
                legend: "Insert",
                fields: [
                    .text("insert-after", "After event", given.value("insert-after"), placeholder: "1200"),
                    .text("insert-stream", "Stream", given.value("insert-stream"), placeholder: "order-7"),
                    .text("insert-type", "Type", given.value("insert-type"), placeholder: "OrderPlaced"),
                    .text(
                        "insert-json", "Its data, as JSON", given.value("insert-json"), placeholder: "{}"),
                ]),
            QuestionView.Group(
                legend: "Move",
                fields: [
                    .text("move", "Event", given.value("move"), placeholder: "1300"),
                    .text("move-after", "Behind event", given.value("move-after"), placeholder: "1250"),
                ]),
            QuestionView.Group(fields: [projectionField(inspector.runtime.models.names)]),
        ]
    }

    /// The fields of each replacement, and empty ones for another.
    private var replacementFields: [QuestionView.Field] {
        (pairs + [.init(event: "", json: "")]).enumerated().flatMap { index, pair in
            [
                .numbered(index, "replace", "Data of event", pair.event, placeholder: "1200"),
                .numbered(index, "data", "Other data, as JSON", pair.json, placeholder: #"{"amount": 7}"#),
            ]
        }
    }

    private func projectionField(_ names: [String]) -> QuestionView.Field {
        // A form keeps what it was given, even if there is none of that name.
        let unknown = projection.map { names.contains($0) ? [] : [$0] } ?? []
        let options = (names + unknown).map { name in
            QuestionView.Field.Option(value: name, text: name.inCell, isSelected: name == projection)
        }
        let all = QuestionView.Field.Option(value: "", text: "that the edits may change", isSelected: projection == nil)
        return QuestionView.Field(
            id: "projection", name: "projection", label: "Compare the rows of projections", isChoice: true,
            options: [all] + options)
    }
}
