import DomainKit
import Nacre
import NacreLMDB

/// Appends under rules that hold and under such that do not; the last questions, as the log is another one afterwards.
struct AppendQuestions {
    let store: LMDBEventStore
    /// What the log holds, if that is known.
    let model: Model

    /// - Returns: The names of what took effect and must not have, or did not and must have.
    func ask(isExact: Bool) async -> [(name: String, expected: Answer, found: Answer)] {
        var results: [(String, Answer, Answer)] = []
        let stream = StreamName(Workload.streams[0])
        let version = model.stream(stream).last?.version ?? 0
        let stale = await append(Commit([event], to: stream, expecting: .exact(version + 1)))
        results.append(("append at a version that is not the stream's", .refused("conflict"), stale))
        let query = Query.tagged("colour:red")
        if model.events.contains(where: query.matches) {
            var commit = Commit([event], to: "new-1")
            commit.conditions = [AppendCondition(failIfEventsMatch: query)]
            results.append(("append under a condition that does not hold", .refused("conflict"), await append(commit)))
        }
        // What is repeated is answered from where it stands.
        if let first = repeated() {
            let positions = first.map(\.position)
            let commit = Commit(
                entries: first.map { event in
                    Commit.Entry(
                        stream: event.stream, event: EventData(id: event.id, type: event.type, data: event.data))
                })
            let found = await answer {
                let result = try await store.append(commit)
                return .text("\(result.wasAlreadyCommitted) \(result.positions)")
            }
            results.append(("repeat of \(positions)", .text("true \(positions)"), found))
        }
        var commit = Commit([event], to: stream, expecting: .exact(version))
        commit.conditions = [AppendCondition(failIfEventsMatch: .tagged("none"))]
        let appended = await append(commit)
        if isExact {
            results.append(("append at the stream's version", .text("appended at \(model.head + 1)"), appended))
        }
        return results
    }

    private var event: EventData { EventData(type: "Moved", data: [1, 2, 3]) }

    /// A commit whose ids the caller gave, as far as the events tell.
    private func repeated() -> [RecordedEvent]? {
        var commit: [RecordedEvent] = []
        for event in model.events {
            commit.append(event)
            guard event.isLastOfCommit else { continue }
            // Ids that the store makes are of version 8.
            let isUnique = commit.allSatisfy { one in model.events.count { $0.id == one.id } == 1 }
            if isUnique, commit.allSatisfy({ $0.id.high >> 12 & 0xF != 8 && !$0.stream.text.hasPrefix("$") }) {
                return commit
            }
            commit = []
        }
        return nil
    }

    private func append(_ commit: Commit) async -> Answer {
        await answer { .text("appended at \(try await store.append(commit).lastPosition)") }
    }
}
