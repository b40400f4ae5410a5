import DomainKit
import Nacre
import NacreLMDB
import Synchronization

/// Asks a store all kinds of questions, and collects each answer under the name of the question.
struct Interrogation {
    /// A question, and the expected answer of a log.
    struct Question {
        let name: String
        /// Whether it reads every event of the log, so that it meets every fault.
        var isWhole = false
        /// Whether several answers are right if versions are missing or ids occur twice.
        var needsSoundLog = false
        /// The part of the index that it uses.
        let basis: Basis
        /// The stream whose version it asks for.
        var stream: StreamName?
        let ask: (LMDBEventStore) async throws -> Answer
        let expect: (Model) -> Answer
    }

    /// What an answer depends on besides the log.
    enum Basis {
        /// Nothing else.
        case log
        /// The index; if it is wrong, verification names one of these terms.
        case index([String])

        /// Events found by stream.
        static func stream(_ stream: StreamName) -> Basis { .index([stream.text, "by its stream"]) }
        /// Events found by id.
        static let id = Basis.index(["by its id"])

        /// Events that match a query.
        static func matches(of query: Query) -> Basis {
            guard let items = query.items else { return .log }
            return .index(
                (items.allSatisfy(\.types.isEmpty) ? [] : ["by its type"])
                    + (items.allSatisfy(\.categories.isEmpty) ? [] : ["by its category"])
                    + (items.allSatisfy(\.tags.isEmpty) ? [] : ["by its tag"])
                    + (items.allSatisfy(\.correlations.isEmpty) ? [] : ["by its correlation"])
                    + (items.allSatisfy(\.causations.isEmpty) ? [] : ["by its causation"])
                    + (items.allSatisfy(\.actors.isEmpty) ? [] : ["by its actor"]))
        }
    }

    /// The questions about a log with these events before the mutation.
    static func questions(about original: Model) -> [Question] {
        var questions = [
            Question(
                name: "head", basis: .log, ask: { .text("\(try await $0.head())") }, expect: { .text("\($0.head)") })
        ]
        questions += eventQuestions(about: original)
        for stream in Workload.streams + ["none-1"] { questions += streamQuestions(StreamName(stream), original) }
        questions += queryQuestions(about: original)
        questions += logQuestions(about: original)
        return questions
    }

    /// Single events, by position and by id.
    private static func eventQuestions(about original: Model) -> [Question] {
        let head = original.head
        let step = max(1, Int(head) / 24)
        let sample = Array(stride(from: 1, through: Int(head), by: step)).map(Position.init) + [head, head + 1, .max]
        var questions: [Question] = []
        for position in sample {
            questions.append(
                Question(
                    name: "event at \(position)", basis: .log, ask: { .events([try await $0.event(at: position)]) },
                    expect: { $0.event(at: position) }))
        }
        for event in original.events where sample.contains(event.position) {
            questions.append(
                Question(
                    name: "event \(event.id), once at \(event.position)", needsSoundLog: true, basis: .id,
                    ask: { .events(try await $0.event(withID: event.id).map { [$0] } ?? []) },
                    expect: { $0.event(withID: event.id) }))
        }
        questions.append(
            Question(
                name: "event by an unknown id", basis: .id,
                ask: { .events(try await $0.event(withID: EventID(high: 5, low: 5)).map { [$0] } ?? []) },
                expect: { $0.event(withID: EventID(high: 5, low: 5)) }))
        return questions
    }

    /// A stream's version, and its events in both directions.
    private static func streamQuestions(_ stream: StreamName, _ original: Model) -> [Question] {
        var questions = [
            Question(
                name: "version of \(stream.text)", needsSoundLog: true, basis: .stream(stream), stream: stream,
                ask: { .text("\(try await $0.version(of: stream))") }, expect: { $0.version(of: stream) })
        ]
        let half = StreamVersion(original.stream(stream).count / 2)
        let reads: [(ReadOrder, Int?)] = [
            (.forward(), nil), (.backward(), nil), (.forward(after: half), nil), (.backward(from: half), nil),
            (.forward(after: half), 2), (.backward(), 2),
        ]
        for (order, limit) in reads {
            questions.append(
                Question(
                    name: "\(stream.text) \(order), limit \(limit ?? -1)", needsSoundLog: true, basis: .stream(stream),
                    ask: { .events(try await $0.read(stream, order, limit: limit).collect()) },
                    expect: { $0.read(stream, order, limit: limit) }))
        }
        return questions
    }

    /// The events of queries, read and subscribed to.
    private static func queryQuestions(about original: Model) -> [Question] {
        let orders: [ReadOrder] = [.forward(), .backward(), .forward(after: original.head / 2)]
        var questions: [Question] = []
        for (number, query) in Workload.queries.enumerated() {
            for order in orders {
                questions.append(
                    Question(
                        name: "query \(number) \(order)", isWhole: number == 0 && order == .forward(),
                        basis: .matches(of: query),
                        ask: { .events(try await $0.readLog(order, matching: query, limit: nil).collect()) },
                        expect: { $0.readLog(order, matching: query, limit: nil) }))
            }
            questions.append(
                Question(
                    name: "subscription to query \(number)", isWhole: number == 0, basis: .matches(of: query),
                    ask: { .events(try await followed($0.subscribe(after: 0, matching: query))) },
                    expect: { $0.readLog(.forward(), matching: query, limit: nil) }))
        }
        return questions
    }

    /// The log as a whole: scans, the list of streams, statistics, and a position by time.
    private static func logQuestions(about original: Model) -> [Question] {
        let half = original.head / 2
        var questions = [
            Question(
                name: "scan", isWhole: true, basis: .log, ask: { .events(try scanned($0, after: 0)) },
                expect: { $0.readLog(.forward(), matching: .all, limit: nil) }),
            Question(
                name: "scan of the second half", basis: .log, ask: { .events(try scanned($0, after: half)) },
                expect: { $0.readLog(.forward(after: half), matching: .all, limit: nil) }),
            Question(
                name: "streams", needsSoundLog: true, basis: .index(["the index"]),
                ask: { .text(Model.lines(try await listedStreams($0))) }, expect: { $0.streams }),
            Question(
                name: "statistics", basis: .log, ask: { .text("\(try await $0.statistics().head)") },
                expect: { .text("\($0.head)") }),
        ]
        if let middle = original.events.dropFirst(original.events.count / 2).first {
            questions.append(
                Question(
                    name: "position at \(middle.recordedAt)", needsSoundLog: true, basis: .log,
                    ask: { .text("\(try await $0.position(at: middle.recordedAt))") },
                    expect: { $0.position(at: middle.recordedAt) }))
        }
        return questions
    }

    private static func listedStreams(_ store: LMDBEventStore) async throws -> [String] {
        let lines = Mutex<[String]>([])
        try await store.forEachStream(in: nil) { stream in
            lines.withLock {
                $0.append(
                    "\(stream.stream.text): \(stream.version), \(stream.firstPosition) to \(stream.lastPosition)")
            }
        }
        return lines.withLock { $0 }
    }

    /// The events of a subscription up to its first caught-up marker.
    private static func followed(_ subscription: Subscription) async throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        for try await message in subscription {
            switch message {
            case .event(let event): events.append(event)
            case .caughtUp: return events
            }
        }
        throw Mistake("a subscription has ended without an error")
    }

    private static func scanned(_ store: LMDBEventStore, after position: Position) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try store.scan(after: position) { event in
            events.append(event.recorded())
            return true
        }
        return events
    }
}
