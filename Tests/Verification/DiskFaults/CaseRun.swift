import Foundation
import Nacre
import NacreLMDB
import TestRandomness

/// One fault, and all questions about it.
struct CaseRun {
    /// The moment of the fault.
    enum Moment: String, Codable {
        /// While no process has the store open.
        case closed
        /// While the store is open, before the first question.
        case open
        /// While the store is open, after many questions.
        case used
    }

    struct Result: Codable {
        let number: Int
        let shape: Shape
        let kind: PageFault.Kind
        let role: LogPages.Role
        let moment: Moment
        let fault: String
        var counts: [Interface: [Outcome: Int]] = [:]
        var findings: [Finding] = []
        /// Whether the last commit was missing and no derived file knew it.
        var isLastCommitMissing = false
    }

    let number: Int
    let workload: ShapeWorkload
    let oracle: Oracle
    let pages: LogPages
    let history: PageHistory
    let folder: WorkFolder

    private var shape: Shape { workload.shape }

    func run() async throws -> Result {
        var random = SeededGenerator(seed: workload.seed &* 0x9E37_79B9 &+ UInt64(number))
        let fault = PageFault.drawn(from: pages, history, &random)
        let moment: Moment = [.closed, .closed, .closed, .open, .used][random.below(5)]
        var result = Result(
            number: number, shape: shape, kind: fault.kind, role: fault.role, moment: moment,
            fault: fault.description)
        say("case \(number) \(shape) \(fault.kind) \(fault.role) \(moment): \(fault.description)")
        folder.begin()
        let probing = QuestionProbe(prefix: "")
        if moment == .closed { try strike(fault) }
        var store: LMDBEventStore?
        await probing.ask(.open) { store = try await LMDBEventStore.open(at: folder.path, options: shape.options) }
        if let store {
            if moment != .closed {
                if moment == .used { try await use(store, &random) }
                try strike(fault)
            }
            let head = await visibleHead(of: store, fault, isFresh: moment == .closed, &result)
            try await ask(store, fault, head: head, probing, &random)
        }
        result.counts = probing.counts
        result.findings = probing.findings
        try folder.restore()
        return result
    }

    private func strike(_ fault: PageFault) throws {
        for change in fault.changes { try folder.write(change.bytes, at: Int(change.page) * pages.pageSize) }
    }

    /// Fills the store's caches.
    private func use(_ store: LMDBEventStore, _ random: inout SeededGenerator) async throws {
        let quiet = QuestionProbe(prefix: "before ")
        let places = Questions.places(near: [], upTo: oracle.head, &random)
        let questions = Questions(
            store: store, oracle: oracle, shape: shape, head: oracle.head, places: places, probing: quiet)
        await questions.askAll(&random, isThorough: false)
        if let finding = quiet.findings.first {
            throw WrongAnswer("before any fault, \(finding.interface.rawValue) is \(finding.outcome): \(finding.what)")
        }
    }

    /// The visible head of the log: its end, or without the last commit if its meta page is lost and no derived file
    /// knows it.
    private func visibleHead(
        of store: LMDBEventStore, _ fault: PageFault, isFresh: Bool, _ result: inout Result
    ) async -> Position {
        guard isFresh, fault.losesLastCommit, !oracle.hasWitness, let head = try? await store.head(),
            head == oracle.headBefore
        else { return oracle.head }
        result.isLastCommitMissing = true
        return head
    }

    private func ask(
        _ store: LMDBEventStore, _ fault: PageFault, head: Position, _ probing: QuestionProbe,
        _ random: inout SeededGenerator
    ) async throws {
        let places = Questions.places(near: fault.vicinity, upTo: head, &random)
        let questions = Questions(
            store: store, oracle: oracle, shape: shape, head: head, places: places, probing: probing)
        let isThorough = shape.isSmall || random.chance(10)
        let readsFirst = random.chance(70)
        if readsFirst { await questions.askAll(&random, isThorough: isThorough) }
        if isThorough || random.chance(20) { await questions.askProjection(in: folder.path) }
        if isThorough || random.chance(20) { await questions.askVerification() }
        if random.chance(shape.isSmall ? 30 : 8) { await questions.askBackup(to: folder.path + "/backup") }
        let readable = await readablePositions(of: store, head: head, probing, &random)
        let isEndUnreadable = !readable.contains(head)
        let appending = AppendProbe(
            to: store, oracle, workload, head: head, probing: probing, isEndUnreadable: isEndUnreadable)
        let before = folder.recorded
        if random.chance(70) {
            await appending.judge(at: [places[random.below(places.count)]] + fault.vicinity.prefix(2), &random)
        }
        if random.chance(60) { await appending.repeatCommits(at: places, &random) }
        await appending.appendMany(random.chance(50) ? 40 : 3, &random)
        if !readsFirst { await questions.askPositions(after: appending) }
        await store.close()
        let written = folder.pagesOfLogWritten(by: before..<folder.recorded, pageSize: pages.pageSize)
        await probing.ask(.pages) {
            let lost = written.intersection(pages.fixed(upTo: head))
            guard lost.isEmpty else {
                throw WrongAnswer(
                    "an append has written \(lost.count) pages that hold events, \(lost.min() ?? 0) first")
            }
        }
        try await reopen(appending, readable: readable, fault, probing)
    }

    /// The positions that can be read, which must be readable afterwards.
    private func readablePositions(
        of store: LMDBEventStore, head: Position, _ probing: QuestionProbe, _ random: inout SeededGenerator
    ) async -> Set<Position> {
        var positions: Set<Position> = [head]
        if head < 50_000, shape.isSmall {
            positions.formUnion(1...head)
        } else {
            for _ in 0..<1_000 { positions.insert(Position(1 + random.below(Int(head)))) }
        }
        let readable = await probing.ask(.event, about: positions.sorted()) { position in
            guard try await store.event(at: position) == oracle.events[Int(position) - 1] else {
                throw WrongAnswer("another event is at \(position)")
            }
        }
        return Set(readable)
    }

    /// Reopens the store, which must have the events that were readable or acknowledged.
    private func reopen(
        _ appending: AppendProbe, readable: Set<Position>, _ fault: PageFault, _ probing: QuestionProbe
    ) async throws {
        var store: LMDBEventStore?
        await probing.ask(.reopen) { store = try await LMDBEventStore.open(at: folder.path, options: shape.options) }
        guard let store else { return }
        var due = appending.headNow
        let mayLack = fault.losesLastCommit && !oracle.hasWitness && appending.appended.isEmpty
        if mayLack, let head = try? await store.head(), head == oracle.headBefore { due = head }
        await probing.ask(.reopen) {
            let head = try await store.head()
            guard head == due else { throw WrongAnswer("the head after appends is \(head), expected \(due)") }
        }
        for position in readable.sorted() where position <= due {
            await probing.ask(.reread) {
                guard try await store.event(at: position) == oracle.events[Int(position) - 1] else {
                    throw WrongAnswer("another event is at \(position) after appends")
                }
            }
        }
        if due > appending.head {
            await probing.ask(.reread) {
                var position = appending.head
                for try await event in store.readLog(.forward(after: position)) {
                    position += 1
                    guard event.position == position, appending.holds(event) else {
                        throw WrongAnswer("the event at \(event.position) is not the acknowledged one")
                    }
                }
                guard position == due else {
                    throw WrongAnswer("position \(due) was acknowledged, but reading ends at \(position)")
                }
            }
        }
        await store.close()
    }
}

extension Questions {
    /// Reads the log after appends, when the other questions do not apply any more.
    func askPositions(after appending: AppendProbe) async {
        await Questions(
            store: store, oracle: oracle, shape: shape, head: appending.headNow, places: places, probing: probing
        ).askPositions()
    }
}
