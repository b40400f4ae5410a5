internal import Nacre
internal import Synchronization

extension ConformanceRule {
    /// Process managers on the store.
    static let processes: [ConformanceRule] = [
        .core("a process manager's events and its checkpoint are one commit") { store in
            try await store.ask(2)
            try await ProcessRunner(manager: Replying(), store: store).catchUp()
            let log = try await store.everything()
            let own = ProcessJournal.stream(of: "replying")
            try requireEqual(
                log.map(\.stream), ["questions-1", "questions-1", "answers-1", own, "answers-1", own], "the streams")
            try requireEqual(
                log.map(\.isLastOfCommit), [true, true, false, true, false, true], "where the commits end")
            try requireEqual(try await store.read("answers-1").collect().texts, ["1", "2"], "what follows")
        },
        .core("the effects of an event happen once, even if it is decided twice") { store in
            try await store.ask(2)
            let shown = Mutex(0)
            let overtaken = Replying { event in
                let count = shown.withLock { shown in
                    shown += 1
                    return shown
                }
                // Between the decision and the append, another runner completes the work.
                if count == 1 { try await ProcessRunner(manager: Replying(), store: store).catchUp() }
                return Replying.reply(to: event)
            }
            try await ProcessRunner(manager: overtaken, store: store).catchUp()
            try await ProcessRunner(manager: Replying(), store: store).catchUp()
            try requireEqual(shown.withLock(\.self), 1, "how often the overtaken runner decided")
            try requireEqual(try await store.read("answers-1").collect().texts, ["1", "2"], "what follows")
        },
        .core("a reaction that conflicts again on unchanged state halts the process manager") { store in
            try await store.ask(2)
            let shown = Mutex(0)
            let wrong = Replying { event in
                shown.withLock { $0 += 1 }
                return Commit([.fact(event.text)], to: "answers-1", expecting: .exact(7))
            }
            let runner = ProcessRunner(manager: wrong, store: store)
            let error = try await requireError(.processHalted, "the runner") { try await runner.catchUp() }
            try requireEqual(error.position, 1, "the position that halts it")
            try requireEqual(try await runner.status().halt?.position, 1, "the position in its status")
            try await requireError(.processHalted, "the halted runner") { try await runner.catchUp() }
            try requireEqual(shown.withLock(\.self), 2, "how often it decided")
        },
        .core("any position can be skipped with a reason, whether or not it halts the process manager") { store in
            try await store.ask(4)
            let journal = ProcessJournal(of: "replying", in: store)
            try await journal.skip(3, reason: "asked by mistake")
            try requireEqual(try await journal.status().skips.map(\.position), [3], "the skips before it runs")
            let stuck = Replying { event in
                if event.position == 2 { throw EventStoreError(.invalidArgument, "there is no answer") }
                return Replying.reply(to: event)
            }
            let runner = ProcessRunner(manager: stuck, store: store)
            try await requireError(.processHalted, "the runner") { try await runner.catchUp() }
            try await requireError(.processHalted, "the runner, still halted") {
                try await runner.skip(4, reason: "asked twice")
            }
            try await runner.skip(2, reason: "there is no answer")
            try requireEqual(try await store.read("answers-1").collect().texts, ["1"], "what follows")
            let reasons = try await store.read(journal.stream).collect().texts.joined()
            for reason in ["asked by mistake", "asked twice", "there is no answer"] {
                try require(reasons.contains(reason), "the stream does not keep the reason “\(reason)”")
            }
        },
        .core("foreign records in a process manager's stream are skipped with a notice") { store in
            let notices = Mutex<[ForeignRecords]>([])
            let runner = ProcessRunner(manager: Replying(), store: store) { notice in
                notices.withLock { $0.append(notice) }
            }
            try await store.ask(1)
            try await runner.catchUp()
            let foreign = [
                EventData.fact(type: "Noted"), .fact("{}", type: "CheckpointReached"),
                .fact(#"{"eventId":"\#(EventID.random())","position":1}"#, type: "CheckpointReached"),
            ]
            try await store.append(foreign, to: runner.stream, as: .system)
            try await store.ask(1)
            try await runner.catchUp()
            try requireEqual(notices.withLock { $0.map(\.count) }, [3], "the foreign records of the notices")
            try requireEqual(try await store.version(of: runner.stream), 5, "the version of the process's stream")
            try requireEqual(try await store.read("answers-1").collect().texts, ["1", "1"], "what follows")
            try await runner.retry()
            try requireEqual(try await runner.status().halt, nil, "what halts it")
        },
        .core("foreign records in a projection's stream are skipped with a notice") { store in
            let notices = Mutex<[ProjectionNotice]>([])
            let stream = ProjectionSkip.stream(of: "nothing")
            try await store.append(
                [.fact(type: "Noted"), .fact("{}", type: ProjectionSkip.eventType)], to: stream, as: .system)
            let runner = ProjectionRunner(
                projection: Refusing(), store: store, models: InMemoryReadModelStore(),
                notice: { notice in notices.withLock { $0.append(notice) } })
            try await store.ask(1)
            try await requireError(.projectionHalted, "the runner") { try await runner.catchUp() }
            try await runner.skip(3, reason: "it is refused")
            try requireEqual(try await runner.skips().map(\.position), [3], "the skips")
            let counts = notices.withLock { notices in
                notices.map { notice in
                    if case .foreignRecords(let records) = notice.reason { records.count } else { 0 }
                }
            }
            try requireEqual(counts, [2], "the foreign records of the notices")
            try requireEqual(try await store.version(of: stream), 3, "the version of the projection's stream")
        },
        .rule(.durable, "a process manager continues after reopening, and repeats nothing") { subject in
            let store = try await subject.store()
            try await store.ask(3)
            try await ProcessRunner(manager: Replying(), store: store).catchUp()
            let reopened = try await subject.reopened()
            try await ProcessRunner(manager: Replying(), store: reopened).catchUp()
            try await reopened.ask(1)
            try await ProcessRunner(manager: Replying(), store: reopened).catchUp()
            try requireEqual(
                try await reopened.read("answers-1").collect().texts, ["1", "2", "3", "1"], "what follows")
        },
    ]
}

/// A process manager that replies to questions, or reacts with a given commit.
private struct Replying: ProcessManager {
    let name = "replying"
    let query = Query.types("Asked")
    var body: @Sendable (RecordedEvent) async throws -> Commit? = { Replying.reply(to: $0) }

    func react(to event: RecordedEvent) async throws -> Commit? { try await body(event) }

    static func reply(to event: RecordedEvent) -> Commit { Commit([.fact(event.text)], to: "answers-1") }
}

/// A projection that fails on every event.
private struct Refusing: Projection {
    struct Refused: Error {}

    let name = "nothing"
    let schemaVersion = 1
    let query = Query.types("Asked")
    let tables: [TableDefinition] = []

    func apply(_ event: EventView, to model: any ReadModelWriter) throws { throw Refused() }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "nothing" }
}

extension EventStore {
    /// Appends a number of questions, numbered from 1.
    fileprivate func ask(_ count: Int) async throws {
        for number in 1...count { try await append([.fact("\(number)", type: "Asked")], to: "questions-1") }
    }
}

extension ProcessRunner {
    fileprivate var stream: StreamName { ProcessJournal.stream(of: name) }
}
