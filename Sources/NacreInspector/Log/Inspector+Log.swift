import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// A page of the log.
    func log(_ parameters: Parameters) async throws -> InspectorAnswer {
        let filter = LogFilter(parameters)
        let place = try LogPlace(parameters)
        // Before the page is read: what is appended meanwhile is shown twice rather than never, and the script skips it.
        let head = try await runtime.store.head()
        var (page, notes): (LogPage, [String]) = (LogPage(), [])
        if filter.faults.isEmpty {
            page = try await LogReader(store: runtime.store, filter: filter.criteria).page(place)
            if page.rows.isEmpty, !filter.isEmpty, !page.isIncomplete {
                notes = try await nearNames(for: filter.criteria)
            }
        }
        let view = LogView(
            page, filter, at: place, head: head, notes: notes, halts: place == .newest ? await halts() : [],
            command: command(words(of: page, filter, place)))
        // Not changed afterwards: Swift 6.2 returns a wrong status then, if it optimizes.
        return self.page(view.heading, .log, view, status: filter.faults.isEmpty ? 200 : 400)
    }

    /// The projections that are halted.
    private func halts() async -> [LogView.Halt] {
        do {
            return try await StoreHealth.haltedProjections(of: runtime, tool: tool).map { halt in
                LogView.Halt(text: "\(halt.name) is halted.", address: Address.event(halt.position))
            }
        } catch {
            return [LogView.Halt(text: "Whether a projection is halted cannot be said: \(error)", address: nil)]
        }
    }

    /// The rows that a live view lacks, by falling positions.
    func newRows(_ parameters: Parameters) async throws -> InspectorAnswer {
        let filter = LogFilter(parameters)
        guard let start = parameters.value("since-position").flatMap({ Position($0) }), filter.faults.isEmpty else {
            throw InspectorError(
                status: 400, title: "This cannot be shown", detail: "The position or the filter is invalid.")
        }
        let head = try await runtime.store.head()
        let page = try await LogReader(store: runtime.store, filter: filter.criteria).page(.since(start))
        return .html(
            renderer.part(
                .rows, NewRows(rows: LogView.rows(of: page), shownUpTo: head, isCut: page.olderEnd != nil)))
    }

    /// The command that prints the events of a page.
    private func words(of page: LogPage, _ filter: LogFilter, _ place: LogPlace) -> [String] {
        let criteria = filter.criteria
        let limit = LogReader(store: runtime.store, filter: criteria).size
        let (range, extent): (ClosedRange<Position>, String) =
            switch place {
            case .newest: (criteria.after...max(criteria.after, criteria.upTo), "--last")
            case .before(let position):
                (
                    criteria.after...max(criteria.after, min(criteria.upTo, position > 0 ? position - 1 : 0)), "--last"
                )
            case .after(let position), .since(let position):
                (max(criteria.after, position)...max(criteria.after, position, criteria.upTo), "--first")
            }
        return ["find"] + filter.options(after: range.lowerBound, upTo: range.upperBound)
            + [extent, "\(limit)", "--format", "ndjson"]
    }
}

/// Rows for the script.
private struct NewRows: Sendable {
    let rows: [LogView.Row]

    /// The position up to which the rows show the log.
    let shownUpTo: Position

    /// Whether there are more new events than rows.
    let isCut: Bool
}
