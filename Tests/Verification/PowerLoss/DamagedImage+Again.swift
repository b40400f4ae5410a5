import DiskTracing
import Nacre
import NacreLMDB

extension DamagedImage {
    /// What was told of what was appended to the damaged store.
    struct Appended {
        /// Where the commit beyond the workload was acknowledged.
        var positions: [Position]?
        /// Whether it was said not to be written.
        var isAbsent = false
        /// Up to where the process manager has said that it has answered; `nil` where it was refused.
        var answeredUpTo: Position?
    }

    /// Opens the damaged store again: what was there is, and so is what was appended to it and nothing else.
    func askAgain(
        _ events: [RecordedEvent], _ appended: Appended, _ workload: Workload, _ asking: inout Asking
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

    /// Reads what was appended, event by event: the damage was there before, and nothing of this lies in it.
    private func tail(of store: LMDBEventStore, behind end: Int) async throws -> [RecordedEvent] {
        let head = try await store.head()
        guard head >= end else { throw Loss("the log ends at \(head), and had \(end) events") }
        var tail: [RecordedEvent] = []
        for position in Position(end)..<head {
            do {
                tail.append(try await store.event(at: position + 1))
            } catch {
                throw Loss("position \(position + 1) was written behind the damage, and is refused: \(error)")
            }
        }
        return tail
    }

    /// Compares what was appended with what was told of it, and with what the questions of the log demand.
    private func audit(
        _ events: [RecordedEvent], _ tail: [RecordedEvent], _ appended: Appended, _ workload: Workload
    ) throws {
        var known = Workload.Known()
        known.acknowledged[workload.commitBeyond] = appended.positions
        let audit = StoreAudit(
            workload: workload, known: known, absent: appended.isAbsent ? [workload.commitBeyond] : [])
        var answering = ReplyProcess.Audit()
        var isThere = false
        var commit: [RecordedEvent] = []
        for event in events + tail {
            commit.append(event)
            answering.ask(event)
            guard event.isLastOfCommit else { continue }
            defer { commit = [] }
            // What the sound image holds has been audited with it.
            if try answering.take(commit) || event.position <= events.count { continue }
            guard try audit.auditCommit(commit) == workload.commitBeyond, !isThere else {
                throw Loss("position \(commit[0].position) holds what was not appended, or not a second time")
            }
            isThere = true
        }
        guard commit.isEmpty else { throw Loss("the log ends inside a commit") }
        if let positions = appended.positions, !isThere {
            throw Loss("what was acknowledged at \(positions) is lost; the log ends at \(events.count + tail.count)")
        }
        if let position = appended.answeredUpTo {
            guard position >= appended.positions?.last ?? Position(events.count) else {
                throw Loss("the process manager has come to \(position) alone")
            }
            try answering.expectAnswers(upTo: position)
        }
    }
}
