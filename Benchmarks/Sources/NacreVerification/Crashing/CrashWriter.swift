import Foundation
import Nacre

/// One writer of a child: it records the call, appends, records the answer, and repeats this until the child is killed.
actor CrashWriter {
    private let number: Int
    private let plan: CrashPlan
    private let target: any AppendTarget
    private let journal: AcknowledgementJournal
    private var next: UInt64
    private var heads: [Int: StreamVersion]

    /// Makes a writer that continues from a task's state.
    init(_ number: Int, of task: CrashTask, on target: any AppendTarget) throws {
        self.number = number
        self.target = target
        plan = task.plan
        journal = try AcknowledgementJournal(creating: task.journal(of: number))
        next = task.next[number]
        let own = task.plan.streams(of: number)
        heads = task.heads.filter { own.contains($0.key) }
    }

    /// Appends without end.
    func run() async throws {
        let yields = target.callerUse != .suspends
        while true {
            try await append()
            // Otherwise only as many writers would append as there are threads: see ``LoadWriter``.
            if yields { await Task.yield() }
        }
    }

    private func append() async throws {
        let streams = plan.streams(of: number, commit: next)
        let commit = plan.commit(of: number, number: next, heads: heads)
        let mark = plan.mark(of: number, commit: next, index: 0)
        try journal.invoke(mark)
        let answer = try AppendAnswer(try await target.append(commit), streams: streams.count)
        try journal.acknowledge(mark, answer)
        for (stream, version) in zip(streams, answer.versions) { heads[stream] = version }
        next += 1
    }
}

extension CrashTask {
    /// Opens the store, and appends with all writers until the process is killed; `opened` is called in between.
    package func run(opened: () throws -> Void) async throws {
        let session = try await engine.engine(durability, mapSize: mapSize)
            .open(URL(fileURLWithPath: store, isDirectory: true))
        let target: any AppendTarget = if let plant { try await CarelessTarget(session, plant) } else { session }
        let writers = try (0..<plan.writers).map { try CrashWriter($0, of: self, on: target) }
        try opened()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in writers { group.addTask { try await writer.run() } }
            if try await session.journalUse() != nil { group.addTask { try await noteJournalUse(of: session) } }
            try await group.waitForAll()
        }
    }

    /// Notes each use of the store's journal, and each hand-over.
    private func noteJournalUse(of session: any EngineSession) async throws {
        let notes = try HandOverNotes(creating: journalUse)
        var known = JournalUse()
        while true {
            try await Task.sleep(for: .milliseconds(10))
            guard let use = try await session.journalUse(), use != known else { continue }
            known = use
            try notes.note("\(use.uses) \(use.handOvers)")
        }
    }
}
