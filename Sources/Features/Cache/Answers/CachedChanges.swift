public import DomainKit

/// The changes of a server, and those of the cache that its answers refresh.
///
/// While the server cannot be reached, waiting goes on. When it can be reached again, that counts as a change, because
/// others' changes may have been missed.
public struct CachedChanges<Answer: Equatable & Sendable>: ChangeFeed {
    private let server: any ChangeFeed
    private let answers: CachedAnswers<Answer>

    init(_ server: any ChangeFeed, _ answers: CachedAnswers<Answer>) {
        self.server = server
        self.answers = answers
    }

    /// The sum of the marks of the server and of the cache.
    ///
    /// - Returns: The mark.
    /// - Throws: Errors of the server's feed, but not that it is unreachable.
    public func mark() async throws -> UInt64 {
        do {
            return await answers.note(try await server.mark())
        } catch  where answers.options.isUnreachable(error) {
            return await answers.noteCut()
        }
    }

    /// Waits for a change of the server or of the cache.
    ///
    /// - Parameter mark: The mark up to which changes were seen.
    /// - Throws: `CancellationError` if the task is cancelled; errors of the server's feed, but not that it is
    ///   unreachable.
    public func waitForChange(after mark: UInt64) async throws {
        while true {
            let local = answers.refreshed.mark()
            let now = try await self.mark()
            guard now <= mark else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await answers.refreshed.waitForChange(after: local) }
                group.addTask { try await waitForServer(after: now &- local) }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    private func waitForServer(after mark: UInt64) async throws {
        do {
            try await server.waitForChange(after: mark)
        } catch  where answers.options.isUnreachable(error) {
            _ = await answers.noteCut()
            try await answers.options.clock.sleep(for: answers.options.reconnectPause)
        }
    }
}

extension CachedAnswers {
    /// The changes that observers of these answers wait for.
    ///
    /// - Parameter server: The changes of the server.
    /// - Returns: Those, and the ones of the cache.
    public nonisolated func changes(of server: any ChangeFeed) -> CachedChanges<Answer> {
        CachedChanges(server, self)
    }
}
