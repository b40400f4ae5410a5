import DiskTracing
import Nacre
import NacreLMDB
import TestRandomness

/// Appends to a store whose log may be damaged, and collects the acknowledged events.
final class AppendProbe {
    let store: LMDBEventStore
    let oracle: Oracle
    let workload: ShapeWorkload
    /// The visible head of the log, without the events appended here.
    let head: Position
    let probing: QuestionProbe
    /// Whether the event at the head could not be read before.
    let isEndUnreadable: Bool
    /// The acknowledged events after the head.
    private(set) var appended: [(stream: StreamName, version: StreamVersion, data: [UInt8])] = []
    private var number = 0

    init(
        to store: LMDBEventStore, _ oracle: Oracle, _ workload: ShapeWorkload, head: Position, probing: QuestionProbe,
        isEndUnreadable: Bool
    ) {
        self.store = store
        self.oracle = oracle
        self.workload = workload
        self.head = head
        self.probing = probing
        self.isEndUnreadable = isEndUnreadable
    }

    private var nextPosition: Position { head + Position(appended.count) + 1 }

    private func version(of stream: StreamName) -> StreamVersion {
        appended.last { $0.stream == stream }?.version
            ?? StreamVersion(oracle.streams[stream, default: []].count { $0 < Int(head) })
    }

    private func event(_ bytes: Int = 30) -> EventData {
        number += 1
        return EventData(
            type: "Appended", tags: ["appended"],
            data: Array("appended \(number) ".utf8)
                + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes))
    }

    /// Appends commits whose rules hold.
    private func append(_ interface: Interface, _ commit: Commit) async -> Bool {
        await probing.ask(interface) {
            let result = try await store.append(commit)
            try take(commit, result)
        }
    }

    private func take(_ commit: Commit, _ result: AppendResult) throws {
        guard !isEndUnreadable else {
            throw WrongAnswer(
                "an append is acknowledged at \(result.positions), although the end of the log is unreadable")
        }
        let due = (0..<commit.entries.count).map { nextPosition + Position($0) }
        guard result.positions == due, !result.wasAlreadyCommitted else {
            throw WrongAnswer("an append is acknowledged at \(result.positions.prefix(3)), expected \(due.prefix(3))")
        }
        for entry in commit.entries {
            appended.append((entry.stream, version(of: entry.stream) + 1, entry.event.data))
        }
        for state in result.streams where state.version != version(of: state.stream) {
            throw WrongAnswer(
                "\(state.stream) is then at version \(state.version), expected \(version(of: state.stream))")
        }
    }

    /// Appends commits that must be refused: an acknowledgement is a wrong answer, a conflict the right one.
    private func expectConflict(_ interface: Interface, _ commit: Commit, at position: Position? = nil) async {
        await probing.ask(interface) {
            let result: AppendResult
            do {
                result = try await store.append(commit)
            } catch let error as EventStoreError where error.code == .conflict {
                guard let position, case .condition(_, _, let conflict)? = error.violations.first else { return }
                guard conflict.position == position else {
                    throw WrongAnswer("the reported conflict is at \(conflict.position), expected \(position)")
                }
                return
            }
            // The commit is in the log now, rightly or not.
            try? take(commit, result)
            throw WrongAnswer("a commit with violated rules is acknowledged at \(result.positions): \(commit.rules)")
        }
    }

    /// Conditions and expectations that are decided near some positions.
    func judge(at places: [Position], _ random: inout SeededGenerator) async {
        // A page may hold the store's header, and the events after a missing last commit.
        for place in places where place >= 1 && place <= head {
            let known = oracle.events[Int(place) - 1]
            if let tag = known.tags.first, let matches = oracle.tags[tag]?.filter({ $0 < Int(head) }), !matches.isEmpty
            {
                let after = random.chance(50) ? 0 : place - 1
                let query = Query.tagged(tag)
                let first = matches.first { $0 >= Int(after) }.map { Position($0 + 1) }
                var commit = Commit([event()], to: "judged-\(place)")
                commit.conditions = [AppendCondition(failIfEventsMatch: query, after: after)]
                await expectConflict(.condition, commit, at: first)
                commit.conditions = [
                    AppendCondition(failIfEventsMatch: query, after: Position((matches.last ?? 0) + 1))
                ]
                if random.chance(30) { _ = await append(.condition, commit) }
            }
            let version = version(of: known.stream)
            await expectConflict(.expectation, Commit([event()], to: known.stream, expecting: .noStream))
            await expectConflict(.expectation, Commit([event()], to: known.stream, expecting: .exact(version - 1)))
            await expectConflict(.expectation, Commit([event()], to: known.stream, expecting: .exact(version + 1)))
            if random.chance(30) {
                _ = await append(.expectation, Commit([event()], to: known.stream, expecting: .exact(version)))
            }
        }
        await expectConflict(
            .expectation,
            Commit(
                entries: [.init(stream: "judged-last", event: event())],
                checks: [.init(stream: "order-never", expectation: .streamExists)]))
    }

    /// Repeats a recorded commit with its ids.
    func repeatCommits(at places: [Position], _ random: inout SeededGenerator) async {
        var numbers: Set<Int> = []
        for place in places {
            let head = oracle.events[Int(place) - 1].data.prefix { $0 != UInt8(ascii: " ") }
            guard let number = Int(String(decoding: head, as: UTF8.self)), number % 2 == 0 else { continue }
            numbers.insert(number)
        }
        for number in numbers.sorted() {
            let commit = workload.commit(number)
            guard let id = commit.entries.first?.event.id,
                let first = places.compactMap({ oracle.first(withID: id, near: $0) }).first,
                first + Position(commit.entries.count) - 1 <= head
            else { continue }
            let positions = Array(first..<first + Position(commit.entries.count))
            await probing.ask(.repetition) {
                let result = try await store.append(commit)
                guard result.wasAlreadyCommitted, result.positions == positions else {
                    throw WrongAnswer(
                        "a repetition of \(positions.prefix(3)) is answered \(result.positions.prefix(3)), "
                            + "already committed: \(result.wasAlreadyCommitted)")
                }
            }
        }
    }

    /// Appends commits of several sizes, until one is refused.
    func appendMany(_ count: Int, _ random: inout SeededGenerator) async {
        for _ in 0..<count {
            let draw = random.below(20)
            let bytes = draw == 0 ? 120_000 : draw < 4 ? 5_000 : 40
            let stream: StreamName = random.chance(50) ? "order-\(random.below(20))" : "new-\(number)"
            let commit = Commit((0..<1 + random.below(3)).map { _ in event(bytes) }, to: stream)
            guard await append(.append, commit) else { return }
        }
    }

    /// Whether an event was acknowledged here.
    func holds(_ event: RecordedEvent) -> Bool {
        guard event.position > head, event.position < nextPosition else { return false }
        let due = appended[Int(event.position - head) - 1]
        return event.stream == due.stream && event.version == due.version && event.data == due.data
    }

    /// The head with the events acknowledged here.
    var headNow: Position { nextPosition - 1 }
}

extension Commit {
    /// The rules of a commit as text.
    fileprivate var rules: String {
        (expectations + checks).map { "\($0.stream) \($0.expectation)" }.joined(separator: ", ")
            + conditions.map { "\($0)" }.joined(separator: ", ")
    }
}

extension Oracle {
    /// The position of the first event of a commit with an id, searched backward from a position in the commit.
    func first(withID id: EventID, near position: Position) -> Position? {
        var index = Int(position) - 1
        while index >= 0 {
            if events[index].id == id { return Position(index + 1) }
            index -= 1
            if index >= 0, events[index].isLastOfCommit { return nil }
        }
        return nil
    }
}
