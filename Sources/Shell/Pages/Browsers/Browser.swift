import AuthDomain

/// A browser with its open pages.
@MainActor
final class Browser {
    /// An event stream of the browser, with what it has sent.
    @MainActor
    final class Stream {
        fileprivate var seen: [PageID: Int] = [:]
        fileprivate var hasBegun = false
        fileprivate let changed: @MainActor () -> Void
        private let session: SessionID?

        fileprivate init(_ session: SessionID?, _ changed: @escaping @MainActor () -> Void) {
            self.session = session
            self.changed = changed
        }

        /// Whether a page is of the stream's session.
        fileprivate func serves(_ page: LivePage) -> Bool { page.session?.session.id == session }
    }

    /// The pages, each with the time of its last use.
    private(set) var pages: [PageID: (page: LivePage, lastUse: ContinuousClock.Instant)] = [:]
    private var streams: [ObjectIdentifier: Stream] = [:]

    /// The number of open event streams.
    var streamCount: Int { streams.count }

    /// Whether an event stream is open.
    var hasStream: Bool { !streams.isEmpty }

    /// Keeps a page.
    func add(_ page: LivePage) {
        pages[page.id] = (page, .now)
    }

    /// Finds a page, and notes its use.
    func use(_ id: PageID) -> LivePage? {
        pages[id]?.lastUse = .now
        return pages[id]?.page
    }

    /// Forgets a page.
    func remove(_ id: PageID) -> LivePage? {
        for stream in streams.values { stream.seen[id] = nil }
        return pages.removeValue(forKey: id)?.page
    }

    /// Tells the event streams that a page has changed.
    func pageChanged() {
        for stream in streams.values { stream.changed() }
    }

    /// Opens an event stream.
    ///
    /// - Parameters:
    ///   - session: The session whose pages it serves; `nil` for the pages without one.
    ///   - changed: Called when a page has changed.
    /// - Returns: The stream.
    func open(in session: SessionID?, _ changed: @escaping @MainActor () -> Void) -> Stream {
        let stream = Stream(session, changed)
        streams[ObjectIdentifier(stream)] = stream
        return stream
    }

    /// Whether an event stream sends the changes of a page.
    func isServed(_ page: LivePage) -> Bool { streams.values.contains { $0.serves(page) } }

    /// Whether a page was not used since a time, and no event stream serves it.
    func isIdle(_ id: PageID, since time: ContinuousClock.Instant) -> Bool {
        pages[id].map { $0.lastUse < time && !isServed($0.page) } ?? false
    }

    /// Closes an event stream; its pages count as used until now.
    func close(_ stream: Stream) {
        streams[ObjectIdentifier(stream)] = nil
        for id in pages.keys { pages[id]?.lastUse = .now }
    }

    /// The pages of a stream with their states, at the first call; `nil` later.
    func beginning(of stream: Stream) -> [String: Int]? {
        guard !stream.hasBegun else { return nil }
        stream.hasBegun = true
        var revisions: [String: Int] = [:]
        for (id, entry) in pages where stream.serves(entry.page) {
            stream.seen[id] = entry.page.revision
            revisions[id.description] = entry.page.revision
        }
        return revisions
    }

    /// What has changed since the last call.
    ///
    /// - Parameter stream: The stream on which it is sent.
    /// - Returns: The updates; a page of another session than the stream's is to be loaded again.
    func updates(on stream: Stream) -> [PageUpdate] {
        pages.values.compactMap { page, _ in
            let seen = stream.seen[page.id] ?? page.documentRevision
            guard page.revision > seen else { return nil }
            stream.seen[page.id] = page.revision
            var update = page.update(since: seen)
            if !stream.serves(page) { update = update.ofOtherSession }
            return update
        }
    }
}
