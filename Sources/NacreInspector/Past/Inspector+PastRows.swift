import DomainKit
import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// A view of the past.
    func past(_ name: String, _ parameters: Parameters) async throws -> InspectorAnswer {
        switch name {
        case "stream": return try await streamState(parameters)
        case "rows": return try await pastRows(parameters)
        case "row": return try await rowOrigins(parameters)
        case "difference": return try await difference(parameters)
        default: throw InspectorError.noSuchPage
        }
    }

    /// The rows of a read model as of a moment.
    private func pastRows(_ parameters: Parameters) async throws -> InspectorAnswer {
        guard let name = parameters.value("projection") else { return .redirect(to: Address.past) }
        let query = try runtime.query(ofProjection: name)
        let head = try await runtime.store.head()
        if let share = parameters.value("share") {
            return .redirect(to: Address.rows(of: name, asOf: try await position(atShare: share, of: head)))
        }
        let moment = try PastMoment(parameters)
        guard let wanted = moment.moment else { return .redirect(to: Address.rows(of: name, asOf: head)) }
        let extent = try await runtime.extent(of: wanted)
        let place = try parameters.value("after").map { text in
            try InspectorError.shown("after") { try RowPlace(parsing: text) }
        }
        let question = question(aboutRowsOf: name, asOf: moment, wanted, after: place)
        let answer = try await self.answer(to: question)
        let neighbours = try await neighbours(of: extent.position, matching: query)
        let view = ModelPage(
            projection: name, at: extent.position, moment, head: head,
            steps: try await steps(name, query, neighbours, head),
            shares: try await shares(of: extent.position, head), event: neighbours.event, answer: answer,
            command: command(
                ["projections", "rows", name] + moment.options
                    + (place == nil ? ["--limit", "\(ModelPage.size)"] : []) + ["--format", "ndjson"]))
        return page(
            "\(name.inCell) as of position \(extent.position)", .model, view, isUnderWay: answer.isRunning)
    }

    private func question(
        aboutRowsOf name: String, asOf moment: PastMoment, _ wanted: Runtime.Moment, after place: RowPlace?
    ) -> Question {
        var parameters = Parameters()
        parameters.add("projection", name)
        if let text = moment.text { parameters.add("as-of", text) }
        if let clock = moment.clock { parameters.add("by", clock.rawValue) }
        let base = parameters
        if let place { parameters.add("after", place.text) }
        return Question(address: "/past/rows" + parameters.query, headings: ModelPage.headings) {
            [runtime, pastStates] answering in
            let update: @Sendable (Position, Position) -> Void = { answering.progress("replaying", $0, of: $1) }
            let past =
                if case .happened = wanted { runtime } else {
                    try await pastStates.runtime(for: name, progress: update) {
                        answering.note("No states could be kept, so that further questions take as long: \($0)")
                    }
                }
            let found = try await past.pastRows(
                of: name, asOf: wanted, after: place?.place, limit: ModelPage.size, progress: update)
            for change in found.changes where place == nil {
                answering.add(ModelPage.cells(of: change, in: name, asOf: moment))
            }
            for row in found.rows { answering.add(ModelPage.cells(of: row, in: name, asOf: moment)) }
            guard let last = found.last else { return }
            var further = base
            further.add("after", RowPlace(place: last).text)
            answering.offerMore(at: "/past/rows" + further.query)
        }
    }

    /// The events around a position.
    private struct Neighbours {
        var event: RecordedEvent?
        var previous: Position?
        var next: Position?
    }

    /// The event at a position, and the neighbours that a projection applies.
    private func neighbours(of position: Position, matching query: Query) async throws -> Neighbours {
        var neighbours = Neighbours()
        let store = runtime.store
        if position > 0 {
            // Damage is said by the answer, which cannot be found beyond it.
            neighbours.event = try await store.readLog(.backward(from: position), matching: .all, limit: 1).first()
        }
        if position > 1 {
            neighbours.previous =
                try await store.readLog(.backward(from: position - 1), matching: query, limit: 1).first()?.position
        }
        neighbours.next =
            try await store.readLog(.forward(after: position), matching: query, limit: 1).first()?.position
        return neighbours
    }

    private func steps(
        _ name: String, _ query: Query, _ neighbours: Neighbours, _ head: Position
    ) async throws -> Steps {
        let first = try await runtime.store.readLog(.forward(), matching: query, limit: 1).first()?.position
        return Steps(
            toFirst: neighbours.previous == nil ? nil : first.map { Address.rows(of: name, asOf: $0) },
            toPrevious: neighbours.previous.map { Address.rows(of: name, asOf: $0) },
            toNext: neighbours.next.map { Address.rows(of: name, asOf: $0) },
            toLast: neighbours.next == nil ? nil : Address.rows(of: name, asOf: head))
    }

    /// Where a position is in the time of the log, in thousandths.
    private func shares(of position: Position, _ head: Position) async throws -> Int {
        guard head > 0, position > 0 else { return 0 }
        let span = try await recordedSpan(of: head)
        return Int(span.share(before: try await runtime.store.event(at: position).recordedAt) * 1_000)
    }

    private func position(atShare text: String, of head: Position) async throws -> Position {
        guard let share = Int(text), (0...1_000).contains(share) else {
            throw InspectorError.cannotShow("share=\(quoted(text)) is not a part of the time: give 0 to 1000.")
        }
        guard head > 0, share < 1_000 else { return head }
        let span = try await recordedSpan(of: head)
        let moment = span.since.moved(by: Double(span.nanoseconds) * Double(share) / 1_000)
        return try await runtime.store.position(at: moment)
    }

    /// The time from the first event to the last one.
    private func recordedSpan(of head: Position) async throws -> TimelineSpan {
        let last = try await runtime.store.event(at: head).recordedAt
        return TimelineSpan(
            clock: .recordedAt, since: try await runtime.store.beginning() ?? last, until: last)
    }
}
