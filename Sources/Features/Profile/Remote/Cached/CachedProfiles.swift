public import DomainKit
public import FeatureCache
public import ProfileDomain

/// Profiles of a remote storage, with a cache of its answers.
///
/// **Reads** are the server's answer, or the cached one if the server cannot be reached or is slow. Observers get the
/// cached answer at once, then what is new. `CachedAnswers` has the rules. The plain queries hide the age of an answer;
/// ``profile(_:)`` and ``profiles(after:limit:)`` show it.
///
/// **Writes** go to the server only; offline they fail. Decisions are made on the server's state, never on the cache.
///
/// **Accounts.** A cache belongs to one account. Another account, or none, empties it; signing out should call
/// ``removeAll()``.
public struct CachedProfiles: Sendable {
    private let remote: ProfileStorage
    private let answers: CachedAnswers<ProfileAnswer>

    /// The storage for use cases.
    public var storage: ProfileStorage {
        ProfileStorage(
            repository: CachedProfileRepository(base: remote.repository, answers: answers),
            queries: CachedProfileQueries(profiles: self, isObserved: false),
            changes: answers.changes(of: remote.changes),
            observedQueries: CachedProfileQueries(profiles: self, isObserved: true))
    }

    /// Creates the profiles.
    ///
    /// - Parameters:
    ///   - remote: The storage that answers.
    ///   - cache: The cache, which nothing else uses meanwhile.
    ///   - options: How both work together.
    public init(
        over remote: ProfileStorage, in cache: any AnswerCache<ProfileAnswer>,
        options: CachedAnswers<ProfileAnswer>.Options
    ) {
        self.remote = remote
        answers = CachedAnswers(in: cache, options: options)
    }

    /// The details of a profile, with their age.
    ///
    /// - Parameter id: The user whose profile it is.
    /// - Returns: Its details; `nil` if it was never set up.
    /// - Throws: Errors of the remote storage, but not that it is unreachable if the cache has an answer.
    public func profile(_ id: UserID) async throws -> Cached<ProfileDetails?> {
        try await profile(id, isObserved: false)
    }

    /// A page of profiles in order of set-up, with its age.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of profiles, at least 1.
    /// - Returns: The profiles, and the cursor of the next page.
    /// - Throws: Errors of the remote storage, but not that it is unreachable if the cache has an answer.
    public func profiles(
        after cursor: PageCursor? = nil, limit: Int = PageLimit.standard
    ) async throws -> Cached<Page<ProfileDetails>> {
        try await page(after: cursor, limit: limit, isObserved: false)
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

extension CachedProfiles {
    func profile(_ id: UserID, isObserved: Bool) async throws -> Cached<ProfileDetails?> {
        let answer = try await answer(to: .profile(id), isObserved) { [remote] in
            .profile(try await remote.queries.profile(id))
        }
        return answer.map { if case .profile(let details) = $0 { details } else { nil } }
    }

    func page(after cursor: PageCursor?, limit: Int, isObserved: Bool) async throws -> Cached<Page<ProfileDetails>> {
        let answer = try await answer(to: .page(after: cursor, limit: limit), isObserved) { [remote] in
            .page(try await remote.queries.profiles(after: cursor, limit: limit))
        }
        return answer.map { if case .page(let page) = $0 { page } else { Page(elements: [], next: nil) } }
    }

    private func answer(
        to query: AnswerKey, _ isObserved: Bool, from server: @escaping @Sendable () async throws -> ProfileAnswer
    ) async throws -> Cached<ProfileAnswer> {
        guard isObserved else { return try await answers.fetch(query, from: server) }
        return try await answers.current(query, from: server)
    }
}

extension AnswerKey {
    private static let pages = "profiles"

    /// The query for a profile.
    static func profile(_ id: UserID) -> AnswerKey { AnswerKey("profile \(id.text)") }

    /// The query for a page of profiles.
    static func page(after cursor: PageCursor?, limit: Int) -> AnswerKey {
        AnswerKey("\(pages) \(cursor.map { "\($0.position)" } ?? "first") \(limit)")
    }

    /// Whether a change of a profile makes answers untrue: that of the profile, and every page.
    static func areOutdated(byChangeOf id: UserID) -> @Sendable (AnswerKey) -> Bool {
        { $0 == .profile(id) || $0.text.hasPrefix(Self.pages) }
    }
}
