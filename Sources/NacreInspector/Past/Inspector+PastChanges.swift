import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// The events that gave the fields of a read model's row their values.
    func rowOrigins(_ parameters: Parameters) async throws -> InspectorAnswer {
        guard let name = parameters.value("projection"), let row = parameters.value("row") else {
            return .redirect(to: Address.past)
        }
        _ = try runtime.query(ofProjection: name)
        let moment = try PastMoment(parameters)
        let isHistory = parameters.value("history") == "true"
        let address = Address.row(row, of: name, asOf: moment, isHistory: isHistory)
        let question = Question(address: address, headings: FieldChange.headings) { [runtime] answering in
            let values = try await runtime.rowValues(
                of: row, in: name, asOf: moment.moment, isComplete: isHistory,
                progress: { answering.progress("replaying \(name)", $0, of: $1) })
            guard let values else {
                return answering.note("The projection has no row \(quoted(row)), and had none by then.")
            }
            if !values.isPresent {
                answering.note("The row was removed" + (isHistory ? "." : ": all its values are in its history."))
            }
            for change in values.changes { answering.add(change) }
        }
        let answer = try await self.answer(to: question)
        let words =
            ["blame", "--projection", name, row] + moment.options + (isHistory ? ["--history"] : [])
            + ["--format", "ndjson"]
        return page(
            "\(row.inCell) in \(name.inCell)", .origins,
            OriginsPage(
                row: row.inCell, projection: name.inCell, moment: moment.text?.inCell, isHistory: isHistory,
                otherAddress: Address.row(row, of: name, asOf: moment, isHistory: !isHistory),
                rowsAddress: Self.rows(of: name, asOf: moment), answer: answer, command: command(words)),
            isUnderWay: answer.isRunning)
    }

    private static func rows(of name: String, asOf moment: PastMoment) -> String {
        var parameters = Parameters()
        parameters.add("projection", name)
        if let text = moment.text { parameters.add("as-of", text) }
        if let clock = moment.clock { parameters.add("by", clock.rawValue) }
        return "/past/rows" + parameters.query
    }

    /// What changed in a stream's state or in a read model between two moments.
    func difference(_ parameters: Parameters) async throws -> InspectorAnswer {
        let (stream, name) = (parameters.value("stream"), parameters.value("projection"))
        guard stream != nil || name != nil else { return .redirect(to: Address.past) }
        guard stream == nil || name == nil else {
            throw InspectorError.cannotShow("Give a stream or a projection, not both.")
        }
        if let name { _ = try runtime.query(ofProjection: name) }
        let (from, to) = (parameters.value("from") ?? "0", parameters.value("to"))
        let clock = try parameters.clock()
        let moments = try InspectorError.shown("from and to") { try ComparedMoments(from: from, to: to, by: clock) }
        let question = question(aboutDifference: parameters, stream: stream, projection: name, from, moments)
        let answer = try await self.answer(to: question)
        let words =
            ["diff"] + (name.map { ["--projection", $0] } ?? []) + (stream.map { [$0] } ?? []) + [from]
            + (to.map { [$0] } ?? []) + (clock.map { ["--by", $0.rawValue] } ?? []) + ["--format", "ndjson"]
        return page(
            "What changed in \((stream ?? name ?? "").inCell)", .difference,
            DifferencePage(
                name: (stream ?? name ?? "").inCell, kind: stream == nil ? "projection" : "stream",
                value: stream ?? name ?? "", from: from, to: to ?? "", isByTime: clock == .time, answer: answer,
                command: command(words)),
            isUnderWay: answer.isRunning)
    }

    private func question(
        aboutDifference parameters: Parameters, stream: String?, projection: String?, _ from: String,
        _ moments: ComparedMoments
    ) -> Question {
        var canonical = Parameters()
        if let stream { canonical.add("stream", stream) }
        if let projection { canonical.add("projection", projection) }
        canonical.add("from", from)
        for other in ["to", "by"] {
            if let value = parameters.value(other) { canonical.add(other, value) }
        }
        let headings = stream == nil ? ChangedRow.headings : ChangedField.headings
        return Question(address: "/past/difference" + canonical.query, headings: headings) {
            [runtime, pastStates, tool] answering in
            if let stream {
                let comparison = Comparison(in: runtime, moments)
                for field in try await comparison.fields(of: StreamName(stream), tool: tool) { answering.add(field) }
            } else if let projection {
                let update: @Sendable (Position, Position) -> Void = {
                    answering.progress("replaying \(projection)", $0, of: $1)
                }
                let past = try await pastStates.runtime(for: projection, progress: update) {
                    answering.note("No states could be kept, so that further questions take as long: \($0)")
                }
                let comparison = Comparison(in: past, moments)
                try await comparison.forEachRow(of: projection, limit: nil, progress: update) { answering.add($0) }
            }
            if answering.state.rowCount == 0 { answering.note("Nothing differs between the two moments.") }
        }
    }
}

/// The events that gave the fields of a row their values, as they are rendered.
struct OriginsPage: Sendable {
    let row: String
    let projection: String
    let moment: String?
    let isHistory: Bool
    let otherAddress: String
    let rowsAddress: String
    let answer: AnswerView
    let command: String
}

/// What changed between two moments, as it is rendered.
struct DifferencePage: Sendable {
    let name: String

    /// The name of the parameter: `stream` or `projection`.
    let kind: String

    /// The name as it is, for the form.
    let value: String

    let from: String
    let to: String
    let isByTime: Bool
    let answer: AnswerView
    let command: String
}
