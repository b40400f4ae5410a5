internal import DomainKit
internal import Nacre
internal import NacreLMDB

extension Replica {
    // REP-14: Nodes say through the log's servers how far they are, and are forgotten when they fall silent.

    /// Announces the node again and again, until the task is cancelled.
    ///
    /// - Parameter end: The end of the local store; `nil` if the store is gone.
    func announce(_ end: @escaping @Sendable () throws -> Checkpoint?) async {
        while !Task.isCancelled {
            do {
                guard let end = try end() else { return }
                let bytes = try announcement(end).encoded
                let lifetime = options.announcementLifetime
                try await asking(options.announcingInterval) { [node] log in
                    try await log.announce(bytes, by: node.description, for: lifetime)
                }
            } catch {
                // A log that does not answer is noted by its other callers; a closing store has no end.
                if (error as? EventStoreError)?.code == .closed { return }
                observer.notAnnounced(error)
            }
            do { try await Task.sleep(for: options.announcingInterval) } catch { return }
        }
    }

    private func announcement(_ end: Checkpoint) -> NodeAnnouncement {
        let status = status
        return NodeAnnouncement(
            node: node, name: options.name, time: options.replica.timeSource.now(), applied: status.applied, end: end,
            isReady: status.isReady, failure: status.failure)
    }
}

extension ReplicatedEventStore {
    /// What the nodes have said of themselves of late, this one included, by name.
    ///
    /// A node says it every five seconds, and is forgotten when it has been silent for three times as long.
    ///
    /// - Returns: The announcements; empty if the log's adapter keeps none.
    /// - Throws: `EventStoreError` with code `unreachable` if the log does not answer.
    public func nodes() async throws -> [NodeAnnouncement] {
        do {
            let announcements = try await connection.asking(options.readLimit) { try await $0.announcements() }
            return announcements.compactMap { NodeAnnouncement($0) }.filter { $0.end.storeID == id }
                .sorted { ($0.name, $0.node.description) < ($1.name, $1.node.description) }
        } catch let error where error is TimeLimitPassed || (error as? ReplicatedLogError)?.isOfConnection == true {
            throw EventStoreError.unreachableLog(connection.log.name, error)
        }
    }
}
