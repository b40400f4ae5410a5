import DomainKit
import Nacre
import NacreLMDB
import TestRandomness

/// Appends under rules that hold and rules that do not; the last questions, because they change the log.
struct AppendQuestions {
    let store: LMDBEventStore
    /// The contents of the log before the mutation.
    let original: Model
    /// The contents of the log.
    let present: Model
    /// Whether repeated commits are from the log before the mutation instead of the present one.
    let repeatsOriginal: Bool

    /// The rule of an append.
    enum Rule {
        /// A version that no event of the stream has ever had.
        case unknownVersion(StreamName)
        /// A version, and a condition that no event matches.
        case version(StreamName, StreamVersion)
        case condition(AppendCondition)
        /// A repetition of recorded events.
        case repetition([RecordedEvent])
    }

    struct Asked {
        let name: String
        let rule: Rule
        let found: Answer
        /// The acknowledged result.
        let result: AppendResult?
    }

    func ask(_ random: inout SeededGenerator) async -> [Asked] {
        var asked: [Asked] = []
        let stream = StreamName(Workload.streams[random.below(Workload.streams.count)])
        let versions = (present.stream(stream) + original.stream(stream)).map(\.version)
        let version = present.stream(stream).last?.version ?? 0
        // A version can be as large as a position.
        if let unknown = versions.max().map({ $0 &+ 1 }), unknown > 0 {
            asked.append(
                await append(
                    "append at a version that was never reached", .unknownVersion(stream),
                    Commit([event], to: stream, expecting: .exact(unknown))))
        }
        if version > 0 {
            asked.append(
                await append(
                    "append at the version before the stream's", .version(stream, version - 1),
                    Commit([event], to: stream, expecting: .exact(version - 1))))
        }
        for condition in failingConditions(&random) {
            var commit = Commit([event], to: "new-1")
            commit.conditions = [condition]
            asked.append(await append("append where \(condition)", .condition(condition), commit))
        }
        // A repetition is answered with the recorded positions.
        if let first = repeated(&random) {
            let commit = Commit(
                entries: first.map { event in
                    Commit.Entry(
                        stream: event.stream, event: EventData(id: event.id, type: event.type, data: event.data))
                })
            asked.append(await append("repeat of \(first.map(\.position))", .repetition(first), commit))
        }
        var commit = Commit([event], to: stream, expecting: .exact(version))
        commit.conditions = [AppendCondition(failIfEventsMatch: .tagged("none"))]
        asked.append(await append("append at the stream's version", .version(stream, version), commit))
        return asked
    }

    private var event: EventData { EventData(type: "Moved", data: [1, 2, 3]) }

    /// Conditions that the present or the former log violates: one that many events can violate, and one that only the
    /// last event violates.
    private func failingConditions(_ random: inout SeededGenerator) -> [AppendCondition] {
        let model = repeatsOriginal ? original : present
        let failing = Workload.queries.dropFirst().compactMap { query in
            model.events.last(where: query.matches).map { (query, $0.position) }
        }
        guard let (query, last) = random.pick(failing) else { return [] }
        return [
            AppendCondition(failIfEventsMatch: query), AppendCondition(failIfEventsMatch: query, after: last - 1),
        ]
    }

    /// A commit of an application, with its own ids or those of the store.
    private func repeated(_ random: inout SeededGenerator) -> [RecordedEvent]? {
        let model = repeatsOriginal ? original : present
        var commits: [[RecordedEvent]] = []
        var commit: [RecordedEvent] = []
        for event in model.events {
            commit.append(event)
            guard event.isLastOfCommit else { continue }
            let isUnique = commit.allSatisfy { one in model.events.count { $0.id == one.id } == 1 }
            if isUnique, commit.allSatisfy({ !$0.stream.text.hasPrefix("$") }) { commits.append(commit) }
            commit = []
        }
        return random.pick(commits)
    }

    private func append(_ name: String, _ rule: Rule, _ commit: Commit) async -> Asked {
        var result: AppendResult?
        let found = await answer {
            let appended = try await store.append(commit)
            result = appended
            return .text("\(appended.wasAlreadyCommitted ? "repeated" : "appended") at \(appended.positions)")
        }
        return Asked(name: name, rule: rule, found: found, result: result)
    }
}
