import DiskTracing
import Nacre
import NacreLMDB

extension DamagedImage {
    /// The answers to the appends to the damaged store.
    struct Appended {
        /// The acknowledged positions of the commit beyond the workload.
        var positions: [Position]?
        /// Whether its error said that it was not written.
        var isAbsent = false
        /// The position up to which the process manager has answered; `nil` if it was refused.
        var answeredUpTo: Position?
    }

    /// Reopens the damaged store, which must have its old events, the appended ones, and no others.
    func askAgain(
        _ events: [RecordedEvent], _ appended: Appended, _ workload: Workload, _ asking: inout ImageProbe
    ) async {
        let store = await asking.ask("opening again") {
            try await LMDBEventStore.open(at: damaged, options: .small(.full, createsStore: false))
        }
        guard let store else { return }
        let tail = await asking.ask("what was appended") {
            let tail = try await self.tail(of: store, behind: events.count)
            try audit(events, tail, appended, workload)
            return tail
        }
        await asking.ask("the log again") { try await expect(store.readLog(), events + (tail ?? [])) }
        await store.close()
    }

    /// Reads the appended events one by one: they are not in the damage, which is older.
    private func tail(of store: LMDBEventStore, behind end: Int) async throws -> [RecordedEvent] {
        let head = try await store.head()
        guard head >= end else { throw Loss("the log ends at \(head), but had \(end) events") }
        var tail: [RecordedEvent] = []
        for position in Position(end)..<head {
            do {
                tail.append(try await store.event(at: position + 1))
            } catch {
                throw Loss("position \(position + 1) was written after the damage, but is refused: \(error)")
            }
        }
        return tail
    }

    /// Compares the appended events with the answers, and with the questions in the log.
    private func audit(
        _ events: [RecordedEvent], _ tail: [RecordedEvent], _ appended: Appended, _ workload: Workload
    ) throws {
        var known = Workload.Known()
        known.acknowledged[workload.commitBeyond] = appended.positions
        let audit = StoreAudit(
            workload: workload, known: known, absent: appended.isAbsent ? [workload.commitBeyond] : [])
        var answering = ReplyProcess.Audit()
        var exists = false
        var commit: [RecordedEvent] = []
        for event in events + tail {
            commit.append(event)
            answering.ask(event)
            guard event.isLastOfCommit else { continue }
            defer { commit = [] }
            // The contents of the sound image have been audited with it.
            if try answering.take(commit) || event.position <= events.count { continue }
            guard try audit.auditCommit(commit) == workload.commitBeyond, !exists else {
                throw Loss("position \(commit[0].position) has an event that was not appended, or a repeated one")
            }
            exists = true
        }
        guard commit.isEmpty else { throw Loss("the log ends inside a commit") }
        if let positions = appended.positions, !exists {
            throw Loss("the commit acknowledged at \(positions) is lost; the log ends at \(events.count + tail.count)")
        }
        if let position = appended.answeredUpTo {
            guard position >= appended.positions?.last ?? Position(events.count) else {
                throw Loss("the process manager has only reached \(position)")
            }
            try answering.expectAnswers(upTo: position)
        }
    }
}
