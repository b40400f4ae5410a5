import DomainKit
import Nacre
package import NacreRuntime
import Synchronization

/// Says which given names no event has, and which name is near.
package struct NearNames {
    private let runtime: Runtime

    package init(in runtime: Runtime) {
        self.runtime = runtime
    }

    /// A message for each name that no event has.
    ///
    /// - Complexity: O(*n*) in the events of the log if a name is missing.
    package func notes(for criteria: EventCriteria) async throws -> [String] {
        var notes: [String] = []
        let (store, item) = (runtime.store, criteria.item)
        var missing: [MissingName] = []
        for type in item.types where try await store.isMissing(Query.Item(types: [type])) {
            missing.append(MissingName(.type, type.text))
        }
        for category in item.categories where try await store.isMissing(Query.Item(categories: [category])) {
            missing.append(MissingName(.category, category))
        }
        for actor in item.actors where try await store.isMissing(Query.Item(actors: [actor])) {
            missing.append(MissingName(.actor, actor))
        }
        if !missing.isEmpty {
            let search = EventSearch(in: store, for: EventCriteria())
            missing = try await search.fold(into: missing) { missing, event in
                for index in missing.indices { missing[index].consider(event) }
            }
            notes += missing.map(\.note)
        }
        if let stream = criteria.stream, try await store.version(of: stream) == 0 {
            let nearest = Mutex(NearestName(to: stream.text))
            try await runtime.inspection.forEachStream(in: nil) { summary in
                nearest.withLock { $0.consider(summary.stream.text) }
            }
            notes.append(nearest.withLock { $0.note(kind: "stream") })
        }
        for tag in item.tags where try await store.isMissing(Query.Item(tags: [tag])) {
            notes.append("no event has the tag \(quoted(tag.text))")
        }
        for id in item.correlations where try await store.isMissing(Query.Item(correlations: [id])) {
            notes.append("no event has the correlation id \(quoted(id))")
        }
        for id in item.causations where try await store.isMissing(Query.Item(causations: [id])) {
            notes.append("no event has the causation id \(quoted(id))")
        }
        return notes
    }
}

/// A name that no event has, compared with those that events have.
private struct MissingName: Sendable {
    private var names: TallyColumn
    private var seen = 0
    private var nearest: NearestName

    init(_ key: CountKey, _ name: String) {
        names = TallyColumn(key: key, clock: .recordedAt)
        nearest = NearestName(to: name)
    }

    /// Compares the name with that of an event, if it is a new one.
    mutating func consider(_ event: EventView) {
        guard names.number(of: event) >= seen else { return }
        if let name = names.lastText { nearest.consider(name) }
        seen += 1
    }

    var note: String { nearest.note(kind: names.key.rawValue) }
}

/// The name that is nearest to another one.
struct NearestName {
    private let wanted: String
    private let scalars: [Unicode.Scalar]
    private var nearest: (name: String, distance: Int)?

    /// The greatest distance at which a name is nearer than the nearest one so far.
    private var limit: Int

    init(to wanted: String) {
        self.wanted = wanted
        scalars = Array(wanted.lowercased().unicodeScalars)
        limit = max(1, scalars.count / 3)
    }

    mutating func consider(_ name: String) {
        // A name of another length is at least so far away; a scalar has one to four bytes.
        guard name.utf8.count >= scalars.count - limit, name.utf8.count <= (scalars.count + limit) * 4 else { return }
        guard let distance = Self.distance(scalars, Array(name.lowercased().unicodeScalars), upTo: limit) else {
            return
        }
        nearest = (name, distance)
        limit = distance - 1
    }

    func note(kind: String) -> String {
        "no event has the \(kind) \(quoted(wanted))" + question
    }

    /// The question whether the nearest name was meant, for the end of a message; empty if there is none.
    var question: String { nearest.map { "; did you mean \(quoted($0.name))?" } ?? "" }

    /// The fewest scalars to insert, delete, replace or exchange with their neighbour (the optimal string alignment
    /// distance); `nil` if they are more than the limit.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], upTo limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var earlier: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var least = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, earlier[column - 1] + 1)
                }
                current.append(least)
            }
            // Two rows, because an exchange leads from the row before the last one.
            if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
            (earlier, last) = (last, current)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}

extension EventStore {
    /// Whether no event matches.
    fileprivate func isMissing(_ item: Query.Item) async throws -> Bool {
        for try await _ in readLog(.forward(), matching: Query([item]), limit: 1) { return false }
        return true
    }
}
