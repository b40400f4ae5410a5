import DomainKit

/// Answers queries from a server and from a cache of its answers.
///
/// **A query** (``fetch(_:from:)``) asks the server. If the server cannot be reached, or takes longer than
/// ``Options/patience``, the answer is the one in the cache, with its age. A late answer still refreshes the cache. Other
/// errors of the server are thrown: only a missing network is bridged.
///
/// **An observed query** (``current(_:from:)``) is answered from the cache at once. The server is asked meanwhile, unless
/// it has confirmed the answer since the last change; an answer that differs is signalled to ``changes(of:)``.
///
/// **The client's own changes** (``changed(_:)``) remove the answers that they make untrue, so that a query sees the
/// changes made before it, or throws. Answers under way since before the change are not kept.
///
/// **Others' changes** outdate no answer in the cache: it remains what was true at its time. Observed queries ask again.
///
/// **Single flight.** Callers with the same query wait for one request, unless something may have changed since it began.
///
/// Threading: may be shared.
public actor CachedAnswers<Answer: Equatable & Sendable> {
    // FEAT-31: A cached repository is a composite over any remote storage.

    nonisolated let options: Options

    /// Signals that the cache has answers that observers have not seen.
    nonisolated let refreshed = ChangeSignal()

    private let cache: any AnswerCache<Answer>
    private var flights: [AnswerKey: AnswerFlight<Answer>] = [:]
    private var lastNumber: UInt64 = 0

    /// The last flight that had begun when an answer in the cache landed, as long as any flight is under way.
    ///
    /// The server may have answered the flights up to it in any order.
    private var landed: [AnswerKey: UInt64] = [:]

    /// The last change of the cache that has begun.
    private var cacheChange: Task<Void, Never>?

    /// The flights under way by number, also those that are joined no more.
    private var underWay: [UInt64: Task<Void, Never>] = [:]

    /// The number of the client's own changes.
    private var changeCount: UInt64 = 0

    /// Raised by everything after which the server may answer differently.
    private var revision: UInt64 = 0

    /// The queries whose kept answers are from flights that began at this revision.
    private var confirmed: Set<AnswerKey> = []

    /// The observed queries for which the server is asked, and the errors that it answered with.
    private var observed: Set<AnswerKey> = []
    private var failures: [AnswerKey: any Error] = [:]

    private var serverMark: UInt64 = 0
    private var isCutOff = false

    /// Creates the answers of one server.
    ///
    /// - Parameters:
    ///   - cache: The cache, which nothing else uses meanwhile.
    ///   - options: How cache and server work together.
    public init(in cache: any AnswerCache<Answer>, options: Options) {
        self.cache = cache
        self.options = options
    }

    /// Answers a query, from the server if it answers soon.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - server: Asks the server.
    /// - Returns: The answer with its age.
    /// - Throws: Errors of the server, but not that it is unreachable if the cache has an answer; `CancellationError`.
    public func fetch(
        _ query: AnswerKey, from server: @escaping @Sendable () async throws -> Answer
    ) async throws -> Cached<Answer> {
        guard let account = try await account() else { return try await unkept(server) }
        let flight = flight(for: query, of: account, from: server)
        guard let kept = await kept(query, of: account) else { return try await flight.answer() }
        do {
            if let answer = try await flight.answer(within: options.patience, on: options.clock) { return answer }
        } catch  where options.isUnreachable(error) {}
        options.notesKept(kept.fetchedAt)
        return kept
    }

    /// Answers an observed query, from the cache if that has an answer.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - server: Asks the server.
    /// - Returns: The answer with its age.
    /// - Throws: Errors of the server, also those of asking it in the background; `CancellationError`.
    public func current(
        _ query: AnswerKey, from server: @escaping @Sendable () async throws -> Answer
    ) async throws -> Cached<Answer> {
        guard let account = try await account() else { return try await unkept(server) }
        if let error = failures.removeValue(forKey: query) { throw error }
        guard let kept = await kept(query, of: account) else {
            return try await flight(for: query, of: account, from: server).answer()
        }
        if !confirmed.contains(query) {
            observed.insert(query)
            _ = flight(for: query, of: account, from: server)
        }
        return kept
    }

    /// Makes a change on the server, and removes the answers that it makes untrue.
    ///
    /// - Parameters:
    ///   - isOutdated: Whether the change makes the answer to a query untrue.
    ///   - change: Makes the change.
    /// - Returns: The result of `change`.
    /// - Throws: Errors of `change`; offline, that of the server.
    public func change<Result: Sendable>(
        outdating isOutdated: @escaping @Sendable (AnswerKey) -> Bool,
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await change()
        } catch {
            // A conflict shows others' changes, and a change whose answer was lost may have been made.
            revise()
            throw error
        }
        changeCount += 1
        revise()
        await changeCache { await $0.remove(where: isOutdated) }
        refreshed.changed()
        return result
    }

    /// Empties the cache, as signing out does.
    public func removeAll() async {
        changeCount += 1
        revise()
        failures = [:]
        await changeCache { await $0.removeAll() }
    }

    /// Cancels the requests under way, and waits until none uses the cache, so that its store can be closed.
    ///
    /// Their callers get a `CancellationError`.
    public func shutdown() async {
        while let (_, request) = underWay.first {
            request.cancel()
            await request.value
        }
        await cacheChange?.value
    }
}

extension CachedAnswers {
    /// The account that asks; without one, the cache is emptied.
    private func account() async throws -> String? {
        if let account = try await options.account() { return account }
        await changeCache { await $0.removeAll() }
        return nil
    }

    /// The answer in the cache, after the changes of the cache that have begun.
    private func kept(_ query: AnswerKey, of account: String) async -> Cached<Answer>? {
        await cacheChange?.value
        return await cache.answer(to: query, of: account)
    }

    /// Changes the cache after the changes that have begun: calls of the cache alone may overtake each other.
    private func changeCache(_ change: @escaping @Sendable (any AnswerCache<Answer>) async -> Void) async {
        let task = Task { [cache, cacheChange] in
            await cacheChange?.value
            await change(cache)
        }
        cacheChange = task
        await task.value
    }

    private func unkept(_ server: @Sendable () async throws -> Answer) async throws -> Cached<Answer> {
        let time = options.time.now()
        return Cached(try await server(), fetchedAt: time, isFromServer: true)
    }

    private func flight(
        for query: AnswerKey, of account: String, from server: @escaping @Sendable () async throws -> Answer
    ) -> AnswerFlight<Answer> {
        if let flight = flights[query], flight.account == account { return flight }
        lastNumber += 1
        let flight = AnswerFlight<Answer>(
            number: lastNumber, account: account, changes: changeCount, revision: revision)
        flights[query] = flight
        // The request outlives callers that are cancelled or impatient: its answer refreshes the cache.
        underWay[flight.number] = Task {
            do {
                let answer = try await unkept(server)
                try await keep(answer, to: query, of: flight)
                end(flight, of: query, .success(answer))
            } catch {
                end(flight, of: query, .failure(error))
            }
        }
        return flight
    }

    private func keep(
        _ answer: Cached<Answer>, to query: AnswerKey, of flight: AnswerFlight<Answer>
    ) async throws {
        guard try await options.account() == flight.account else { return }
        let former = await kept(query, of: flight.account)
        // Checked last: the client may have made a change while the lines above waited.
        guard flight.changes == changeCount else { return }
        guard flight.number > landed[query] ?? 0 else {
            // It may be older than the kept answer, or newer: observers ask again.
            if !confirmed.contains(query) { refreshed.changed() }
            return
        }
        landed[query] = lastNumber
        await changeCache {
            await $0.keep(answer.value, fetchedAt: answer.fetchedAt, to: query, of: flight.account)
        }
        if flight.revision == revision { confirmed.insert(query) }
        if let former, former.value != answer.value { refreshed.changed() }
    }

    private func end(
        _ flight: AnswerFlight<Answer>, of query: AnswerKey, _ result: Result<Cached<Answer>, any Error>
    ) {
        if flights[query]?.number == flight.number { flights[query] = nil }
        underWay[flight.number] = nil
        if underWay.isEmpty { landed = [:] }
        if observed.remove(query) != nil, case .failure(let error) = result, !options.isUnreachable(error) {
            failures[query] = error
            refreshed.changed()
        }
        flight.land(result)
    }

    /// Takes no answer as confirmed, and joins no request that has begun.
    private func revise() {
        revision += 1
        confirmed = []
        flights = [:]
    }
}

extension CachedAnswers {
    /// Notes the server's mark of changes.
    ///
    /// - Returns: The mark, with the changes of the cache.
    func note(_ mark: UInt64) -> UInt64 {
        if mark > serverMark || isCutOff {
            serverMark = max(mark, serverMark)
            revise()
        }
        if isCutOff {
            // Changes may have been missed meanwhile: observers ask again.
            isCutOff = false
            refreshed.changed()
        }
        return serverMark &+ refreshed.mark()
    }

    /// Notes that the server's changes cannot be followed.
    ///
    /// - Returns: The last mark, with the changes of the cache.
    func noteCut() -> UInt64 {
        isCutOff = true
        return serverMark &+ refreshed.mark()
    }
}
