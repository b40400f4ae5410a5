public import DomainKit
public import FeatureCache
public import Nacre

/// A cache in a store of read models, such as a file of LMDB: answers outlive the process.
///
/// Answers that cannot be read (damaged, of another format or type) are discarded, and so is the whole cache with them.
/// Reads block the calling thread shortly; writes run on a queue of their own.
///
/// One process at a time should use a cache: another one may bring back an answer from before this one's change.
public struct ReadModelAnswerCache<Answer: Codable & Sendable>: AnswerCache {
    // FEAT-32: The cache on disk is a read model that no log rebuilds.

    private let model: String
    private let models: any ReadModelStore
    private let format: Int
    private let capacity: Int
    private let executor: any BlockingExecutor
    private let notice: @Sendable (any Error) -> Void
    private let answers = Table<String, KeptAnswer<Answer>>().indexed(\.fetchedAt)
    private let owner: Table<String, CacheOwner>

    /// Creates a cache; what it held before is still there.
    ///
    /// - Parameters:
    ///   - name: The name of the cache in the store, 1 to 50 bytes of UTF-8.
    ///   - models: The store, which nothing else writes: a file of its own.
    ///   - format: Raised whenever the form of answers changes; a cache of another format is emptied.
    ///   - capacity: The maximum number of answers, at least 1.
    ///   - executor: Runs blocking writes, one after the other; by default on a queue of its own.
    ///   - notice: Called when the cache fails. The only consequence is that answers are fetched again.
    public init(
        _ name: String, in models: any ReadModelStore, format: Int, capacity: Int = AnswerCacheLimits.answers,
        executor: (any BlockingExecutor)? = nil, notice: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        model = name
        self.models = models
        self.format = format
        self.capacity = max(1, capacity)
        self.executor = executor ?? SerialBlockingExecutor(named: "cache \(name)")
        self.notice = notice
        owner = Table(after: answers)
    }

    /// The answer to a query.
    public func answer(to query: AnswerKey, of account: String) async -> Cached<Answer>? {
        do {
            return try models.read(model) { reader in
                guard try owner.row(at: "", in: reader) == CacheOwner(account: account, format: format) else {
                    return nil
                }
                return try answers.row(at: query.text, in: reader).map {
                    Cached($0.answer, fetchedAt: $0.fetchedAt, isFromServer: false)
                }
            }
        } catch {
            notice(error)
            await removeAll()
            return nil
        }
    }

    /// Keeps an answer, in place of an earlier one.
    ///
    /// - Complexity: O(*n*) in the number of answers.
    public func keep(_ answer: Answer, fetchedAt time: Instant, to query: AnswerKey, of account: String) async {
        let owner = CacheOwner(account: account, format: format)
        await write { cache, writer in
            if try cache.owner.row(at: "", in: writer) != owner {
                try writer.removeAll()
                try cache.owner.set(owner, at: "", in: writer)
            }
            try cache.answers.set(KeptAnswer(answer: answer, fetchedAt: time), at: query.text, in: writer)
            try cache.evict(sparing: query, in: writer)
        }
    }

    /// Removes answers.
    public func remove(where isOutdated: @escaping @Sendable (AnswerKey) -> Bool) async {
        await write { cache, writer in
            for key in try cache.keysByAge(in: writer) where isOutdated(AnswerKey(key)) {
                try cache.answers.remove(at: key, in: writer)
            }
        }
    }

    /// Removes all answers, and forgets the account.
    public func removeAll() async {
        do {
            try await executor.run { [models, model] in try models.write(model) { try $0.removeAll() } }
        } catch {
            notice(error)
        }
    }

    /// Changes the cache; what cannot be changed is emptied, so that no answer stays that was to be removed.
    private func write(_ body: @escaping @Sendable (Self, any ReadModelWriter) throws -> Void) async {
        do {
            try await executor.run { try models.write(model) { try body(self, $0) } }
        } catch {
            notice(error)
            await removeAll()
        }
    }

    /// Removes the oldest answers beyond the capacity.
    private func evict(sparing query: AnswerKey, in writer: any ReadModelWriter) throws {
        let keys = try keysByAge(in: writer)
        for key in keys.filter({ AnswerKey($0) != query }).prefix(max(0, keys.count - capacity)) {
            try answers.remove(at: key, in: writer)
        }
    }

    /// The keys of all answers, the oldest answer first: those of the index, whose rows are small.
    private func keysByAge(in reader: any ReadModelReader) throws -> [String] {
        var keys: [String] = []
        try reader.forEachRow(in: answers.number + 1, after: nil) { place, _ in
            var place = TableKeyReader(place)
            _ = try place.instant()
            keys.append(try place.text())
            return true
        }
        return keys
    }
}

/// The row of an answer.
struct KeptAnswer<Answer: Codable & Sendable>: Codable, Sendable {
    let answer: Answer
    let fetchedAt: Instant
}

/// The row that says to whom the answers belong, and in which form they are.
struct CacheOwner: Codable, Sendable, Hashable {
    let account: String
    let format: Int
}
