public import DomainKit
public import FeatureCache
public import ItemsDomain

/// Items of a remote storage, with a cache of its answers.
///
/// **Reads** are the server's answer, or the cached one if the server cannot be reached or is slow. Observers get the
/// cached answer at once, then what is new. `CachedAnswers` has the rules. The plain queries hide the age of an answer;
/// ``item(_:)`` and ``items(of:after:limit:includingDeleted:)`` show it.
///
/// **Writes** go to the server only; offline they fail. Decisions are made on the server's state, never on the cache.
///
/// **Accounts.** A cache belongs to one account. Another account, or none, empties it; signing out should call
/// ``removeAll()``.
public struct CachedItems: Sendable {
    private let remote: ItemStorage
    private let answers: CachedAnswers<ItemAnswer>

    /// The storage for use cases.
    public var storage: ItemStorage {
        ItemStorage(
            repository: CachedItemRepository(base: remote.repository, answers: answers),
            queries: CachedItemQueries(items: self, isObserved: false), changes: answers.changes(of: remote.changes),
            observedQueries: CachedItemQueries(items: self, isObserved: true))
    }

    /// Creates the items.
    ///
    /// - Parameters:
    ///   - remote: The storage that answers.
    ///   - cache: The cache, which nothing else uses meanwhile.
    ///   - options: How both work together.
    public init(
        over remote: ItemStorage, in cache: any AnswerCache<ItemAnswer>, options: CachedAnswers<ItemAnswer>.Options
    ) {
        self.remote = remote
        answers = CachedAnswers(in: cache, options: options)
    }

    /// The details of an item, with their age.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, even if it was deleted; `nil` if it was never created.
    /// - Throws: Errors of the remote storage, but not that it is unreachable if the cache has an answer.
    public func item(_ id: ItemID) async throws -> Cached<ItemDetails?> {
        try await item(id, isObserved: false)
    }

    /// A page of items in order of creation, with its age.
    ///
    /// - Parameters:
    ///   - owner: The owner; `nil` for all items.
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of items, at least 1.
    ///   - includingDeleted: Whether to include deleted items.
    /// - Returns: The items, and the cursor of the next page.
    /// - Throws: Errors of the remote storage, but not that it is unreachable if the cache has an answer.
    public func items(
        of owner: ItemOwner? = nil, after cursor: PageCursor? = nil, limit: Int = PageLimit.standard,
        includingDeleted: Bool = false
    ) async throws -> Cached<Page<ItemDetails>> {
        try await page(
            of: owner, ItemPageRequest(after: cursor, limit: limit, includingDeleted: includingDeleted),
            isObserved: false)
    }

    /// Empties the cache, as signing out does.
    public func removeAll() async {
        await answers.removeAll()
    }

    /// Cancels the requests under way, and waits until none uses the cache, so that its store can be closed.
    public func shutdown() async {
        await answers.shutdown()
    }
}

extension CachedItems {
    func item(_ id: ItemID, isObserved: Bool) async throws -> Cached<ItemDetails?> {
        let answer = try await answer(to: .item(id), isObserved) { [remote] in
            .item(try await remote.queries.item(id))
        }
        return answer.map { if case .item(let details) = $0 { details } else { nil } }
    }

    func page(
        of owner: ItemOwner?, _ request: ItemPageRequest, isObserved: Bool
    ) async throws -> Cached<Page<ItemDetails>> {
        let answer = try await answer(to: .page(of: owner, request), isObserved) { [queries = remote.queries] in
            let (cursor, limit, includingDeleted) = (request.cursor, request.limit, request.includingDeleted)
            guard let owner else {
                return .page(try await queries.items(after: cursor, limit: limit, includingDeleted: includingDeleted))
            }
            return .page(
                try await queries.items(of: owner, after: cursor, limit: limit, includingDeleted: includingDeleted))
        }
        return answer.map { if case .page(let page) = $0 { page } else { Page(elements: [], next: nil) } }
    }

    private func answer(
        to query: AnswerKey, _ isObserved: Bool, from server: @escaping @Sendable () async throws -> ItemAnswer
    ) async throws -> Cached<ItemAnswer> {
        guard isObserved else { return try await answers.fetch(query, from: server) }
        return try await answers.current(query, from: server)
    }
}

extension AnswerKey {
    private static let pages = "items"

    /// The query for an item.
    static func item(_ id: ItemID) -> AnswerKey { AnswerKey("item \(id)") }

    /// The query for a page of items.
    static func page(of owner: ItemOwner?, _ request: ItemPageRequest) -> AnswerKey {
        AnswerKey(
            "\(pages) \(owner.map { "\($0)" } ?? "all") \(request.cursor.map { "\($0.position)" } ?? "first") "
                + "\(request.limit) \(request.includingDeleted)")
    }

    /// Whether a change of an item makes answers untrue: that of the item, and every page.
    static func areOutdated(byChangeOf id: ItemID) -> @Sendable (AnswerKey) -> Bool {
        { $0 == .item(id) || $0.text.hasPrefix(Self.pages) }
    }
}
