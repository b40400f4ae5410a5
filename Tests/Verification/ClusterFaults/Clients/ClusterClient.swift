import ConsistencyChecking
import Nacre
import Synchronization

/// The commits of all clients that were answered, for repeats.
final class RecordedCommits: Sendable {
    private let attempts = Mutex<[AppendAttempt]>([])

    func add(_ attempt: AppendAttempt, _ random: inout SplitMix64) {
        let place = random.next(below: 64)
        attempts.withLock { attempts in
            if attempts.count < 64 { attempts.append(attempt) } else { attempts[place] = attempt }
        }
    }

    func draw(_ random: inout SplitMix64) -> AppendAttempt? {
        let number = random.next(below: 64)
        return attempts.withLock { $0.isEmpty ? nil : $0[number % $0.count] }
    }
}

/// A client of one node, and now and then of another one, which appends and reads, and records every call.
struct ClusterClient: Sendable {
    private let number: Int
    private let home: Int
    private let nodes: [NodeProcess]
    private let history: History
    private let recorded: RecordedCommits
    private let plan: ConsistencyPlan
    private let draw: AttemptDraw
    private var random: SplitMix64
    private var known = AttemptDraw.Knowledge()
    private var commits = 0

    /// The first number of the tags that only one event may carry.
    private static let firstUniqueTag = 1_000

    init(
        _ number: Int, home: Int, of nodes: [NodeProcess], _ plan: ConsistencyPlan, _ history: History,
        _ recorded: RecordedCommits
    ) {
        self.number = number
        self.home = home
        self.nodes = nodes
        self.plan = plan
        self.history = history
        self.recorded = recorded
        draw = AttemptDraw(plan: plan)
        random = SplitMix64(seed: plan.seed ^ SplitMix64.hash(UInt64(number) + 1))
    }

    /// Makes calls until the plan's end, or until a failure that no fault explains.
    mutating func run() async {
        while History.now() < plan.until, history.anomaly == nil {
            let node = random.happens(percent: 85) ? home : random.next(below: nodes.count)
            guard nodes[node].isOpen else {
                try? await Task.sleep(for: .milliseconds(30))
                continue
            }
            switch random.next(below: 100) {
            case ..<20: _ = await append(newAttempt(isIdentified: false), to: node)
            case ..<40: await appendUntilKnown(newAttempt(isIdentified: true), to: node)
            case ..<48: await appendUntilKnown(claim(), to: node)
            case ..<53: await appendAgain(to: node)
            case ..<73: await read(from: node, isLocal: false)
            case ..<85: await read(from: node, isLocal: true)
            case ..<93: await follow(node, isLocal: false)
            default: await follow(node, isLocal: true)
            }
        }
    }

    // MARK: Appending

    private mutating func nextKey() -> CommitKey {
        defer { commits += 1 }
        return CommitKey(client: number, number: commits)
    }

    private mutating func newAttempt(isIdentified: Bool) -> AppendAttempt {
        draw.attempt(nextKey(), isIdentified: isIdentified, by: known, &random)
    }

    /// An event with a tag that no other one may carry, and that several clients want.
    private mutating func claim() -> AppendAttempt {
        var attempt = newAttempt(isIdentified: true)
        let tag = Self.firstUniqueTag + Int(known.head / 16) + random.next(below: 4)
        attempt.events = [attempt.events[0]]
        attempt.events[0].tags.append(tag)
        attempt.expectations = []
        attempt.checks = []
        attempt.conditions = [.init(filter: .tag(tag), after: 0)]
        return attempt
    }

    /// Repeats a commit under the same ids, on any node, while its outcome is unknown.
    private mutating func appendUntilKnown(_ attempt: AppendAttempt, to node: Int) async {
        var node = node
        while true {
            guard case .failed(_, mayBeWritten: true)? = await append(attempt, to: node) else { return }
            // Some are given up: they may be in the log later, or not.
            guard History.now() < plan.until, history.anomaly == nil, random.happens(percent: 85) else { return }
            if random.happens(percent: 50) { node = random.next(below: nodes.count) }
            while !nodes[node].isOpen, History.now() < plan.until {
                node = random.next(below: nodes.count)
                try? await Task.sleep(for: .milliseconds(30))
            }
        }
    }

    /// Repeats a commit that was accepted, under other rules.
    private mutating func appendAgain(to node: Int) async {
        guard var attempt = recorded.draw(&random) else { return }
        attempt.kind = .repeated
        draw.addRules(to: &attempt, by: known, &random)
        _ = await append(attempt, to: node)
    }

    /// - Returns: The outcome; `nil` if the node did not run.
    private mutating func append(_ attempt: AppendAttempt, to node: Int) async -> AppendOutcome? {
        let invoked = History.now()
        let answer = await nodes[node].ask(.append(attempt))
        let outcome: AppendOutcome
        switch answer {
        case .appended(let known): outcome = known
        // It may have been appended before the process ended.
        case .failed(let words): outcome = .failed(words, mayBeWritten: true)
        default: outcome = .failed("the node answered \(answer)", mayBeWritten: true)
        }
        history.add(entry(invoked, .append(attempt, outcome)))
        learn(attempt, outcome)
        return outcome
    }

    /// Updates the client's knowledge from an answer; the next rules are drawn from it.
    private mutating func learn(_ attempt: AppendAttempt, _ outcome: AppendOutcome) {
        switch outcome {
        case .accepted(let positions, let versions, _):
            known.head = max(known.head, positions.max() ?? 0)
            for (stream, version) in zip(attempt.streams, versions) {
                known.versions[stream] = max(version, known.versions[stream, default: 0])
            }
            if attempt.kind == .identified { recorded.add(attempt, &random) }
        case .refused(let rules):
            for rule in rules {
                switch rule {
                case .expectation(let expected, let actual), .check(let expected, let actual):
                    known.versions[expected.stream] = actual
                case .condition(_, let position): known.head = max(known.head, position)
                case .unknown: break
                }
            }
        case .mismatched, .withdrawn, .failed: break
        }
    }

    // MARK: Reading

    private mutating func read(from node: Int, isLocal: Bool) async {
        let call = drawRead(isLocal: isLocal)
        let invoked = History.now()
        let answer = await nodes[node].ask(.read(call, isLocal: isLocal))
        note(answer, to: call, invoked, node, isLocal)
    }

    private mutating func drawRead(isLocal: Bool) -> ReadCall {
        let filter: EventFilter =
            switch random.next(below: 4) {
            case 0: .log
            case 1: .stream(draw.stream(by: known, &random))
            default: draw.filter(&random)
            }
        let limit = 1 + random.next(below: 12)
        switch random.next(below: 10) {
        case 0..<3: return .head
        case 3..<5: return .version(stream: draw.stream(by: known, &random))
        case 5..<7: return .last(filter, limit: limit)
        default: return .page(filter, after: start(filter, isLocal), limit: limit)
        }
    }

    /// Where a read or subscription begins: near the end, and for a replica that may be behind, well before it.
    private mutating func start(_ filter: EventFilter, _ isLocal: Bool) -> UInt64 {
        var end = known.head
        if case .stream(let stream) = filter { end = known.versions[stream, default: 0] }
        let back = UInt64(random.next(below: 16))
        guard !isLocal else { return end / 2 }
        return end > back ? end - back : 0
    }

    /// Subscribes: the events up to the marker are those of a read.
    private mutating func follow(_ node: Int, isLocal: Bool) async {
        let filter = random.happens(percent: 50) ? .log : draw.filter(&random)
        let position = start(filter, isLocal)
        let limit = 1 + random.next(below: 40)
        let invoked = History.now()
        let answer = await nodes[node].ask(.follow(filter, after: position, limit: limit, isLocal: isLocal))
        note(answer, to: .page(filter, after: position, limit: limit), invoked, node, isLocal)
    }

    private mutating func note(
        _ answer: NodeAnswer.Content, to call: ReadCall, _ invoked: UInt64, _ node: Int, _ isLocal: Bool
    ) {
        let outcome: ReadOutcome
        switch answer {
        case .read(let read): outcome = read
        case .failed(let words): outcome = .failed(words)
        default: outcome = .failed("the node answered \(answer)")
        }
        if isLocal {
            // A replica that is behind does not have the position yet.
            if case .failed(let words) = outcome, words.hasPrefix("\(EventStoreError.Code.noSuchPosition)") { return }
            history.add(entry(invoked, .read(call, outcome)), localTo: node)
            return
        }
        history.add(entry(invoked, .read(call, outcome)))
        switch (call, outcome) {
        case (.head, .number(let head)): known.head = max(known.head, head)
        case (.version(let stream), .number(let version)): known.versions[stream] = version
        case (_, .events(let events)):
            for event in events {
                known.head = max(known.head, event.position)
                known.versions[event.shape.stream] = max(event.version, known.versions[event.shape.stream, default: 0])
            }
        default: break
        }
    }

    private func entry(_ invoked: UInt64, _ call: HistoryEntry.Call) -> HistoryEntry {
        HistoryEntry(client: number, invoked: invoked, completed: History.now(), call: call)
    }
}
