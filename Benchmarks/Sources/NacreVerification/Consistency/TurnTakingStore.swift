import Nacre

/// A store that this process opens for a while and closes again, by turns.
///
/// A process that is alone takes the store's journal into use, and the next one to open the store has it handed over.
/// Calls wait while the store is closed.
actor TurnTakingStore {
    private let open: @Sendable () async throws -> any EngineSession
    private var random: SplitMix64
    private var session: (any EngineSession)?
    private var calls = 0
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private var closing: CheckedContinuation<Void, Never>?
    private var failure: (any Error)?

    /// The uses of the journal in all turns that have ended.
    private(set) var journal = JournalUse()

    /// How long the store stays open, and closed, in nanoseconds.
    ///
    /// Of four processes, one is alone for a third of the time.
    private static let openTimes = 1_000_000_000..<2_500_000_000
    private static let closedTimes = 2_000_000_000..<7_000_000_000

    init(seed: UInt64, open: @escaping @Sendable () async throws -> any EngineSession) {
        self.open = open
        random = SplitMix64(seed: seed)
    }

    /// Opens and closes the store until a moment, by ``monotonicNanoseconds()``, and leaves it open.
    func takeTurns(until end: UInt64) async throws {
        do {
            while true {
                session = try await open()
                admit()
                guard monotonicNanoseconds() < end else { return }
                try await pause(Self.openTimes, until: end)
                try await close()
                try await pause(Self.closedTimes, until: end)
            }
        } catch {
            failure = error
            admit()
            throw error
        }
    }

    /// Closes the store when the calls under way have ended.
    func close() async throws {
        guard let open = session else { return }
        session = nil
        if calls > 0 { await withCheckedContinuation { closing = $0 } }
        if let use = try await open.journalUse() { journal.add(use) }
        try await open.close()
    }

    /// Calls the store when it is open.
    func call<Answer: Sendable>(
        _ body: @Sendable (EventStoreTarget) async throws -> Answer
    ) async throws -> Answer {
        while true {
            if let session {
                calls += 1
                defer { endCall() }
                return try await body(EventStoreTarget(store: try session.queriedStore))
            }
            if let failure { throw failure }
            await withCheckedContinuation { arrivals.append($0) }
        }
    }

    private func endCall() {
        calls -= 1
        guard calls == 0 else { return }
        closing?.resume()
        closing = nil
    }

    private func admit() {
        let waiting = arrivals
        arrivals = []
        for arrival in waiting { arrival.resume() }
    }

    private func pause(_ times: Range<Int>, until end: UInt64) async throws {
        let now = monotonicNanoseconds()
        let time = UInt64(times.lowerBound + random.next(below: times.count))
        if now < end { try await Task.sleep(nanoseconds: min(time, end - now)) }
    }
}

/// The calls of clients on a store that is open by turns.
struct TurnTakingTarget: ConsistencyTarget {
    let turns: TurnTakingStore

    func append(_ commit: Commit) async throws -> AppendResult { try await turns.call { try await $0.append(commit) } }

    func head() async throws -> Position { try await turns.call { try await $0.head() } }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await turns.call { try await $0.version(of: stream) }
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent] {
        try await turns.call { try await $0.read(stream, order, limit: limit) }
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent] {
        try await turns.call { try await $0.readLog(order, matching: query, limit: limit) }
    }
}
