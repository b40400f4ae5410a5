internal import Nacre
internal import Synchronization

/// The tasks of a node that follow its log, watch it, and note how far it was followed.
final class FollowingTasks: Sendable {
    private struct State {
        var follower: Task<Void, Never>?
        var watcher: Task<Void, Never>?
        var announcer: Task<Void, Never>?
        var isEnded = false
    }

    private let state = Mutex(State())

    init(
        _ connection: Replica, _ folder: ReplicaFolder, _ options: ReplicatedEventStore.Options,
        end: @escaping @Sendable () throws -> Checkpoint?
    ) {
        restart(connection)
        let watcher = Task.detached { [weak self] in
            var noted: UInt64 = connection.look { $0.applied.number }
            await connection.watch {
                self?.restart(connection)
            } noting: {
                guard let hint = connection.hint, hint.sequence.number >= noted + options.entriesPerHint else { return }
                noted = hint.sequence.number
                folder.note(hint, connection.observer)
            }
        }
        let announcer = Task.detached { await connection.announce(end) }
        state.withLock { ($0.watcher, $0.announcer) = (watcher, announcer) }
    }

    /// Begins the stream of entries again, behind the last one that has arrived.
    private func restart(_ connection: Replica) {
        let former = state.withLock { state -> Task<Void, Never>? in
            guard !state.isEnded else { return nil }
            let former = state.follower
            // The former stream may end late: what both deliver counts once.
            state.follower = Task.detached { await connection.follow() }
            return former
        }
        former?.cancel()
    }

    /// Cancels the tasks.
    func cancel() {
        let tasks = state.withLock { state in
            state.isEnded = true
            return [state.follower, state.watcher, state.announcer]
        }
        for task in tasks { task?.cancel() }
    }

    /// Cancels the watcher and the announcer and waits for them, so that nothing is noted or read any more; the follower
    /// ends by itself.
    func end() async {
        cancel()
        let (watcher, announcer) = state.withLock { ($0.watcher, $0.announcer) }
        await watcher?.value
        await announcer?.value
    }
}

extension Replica {
    /// The place in the log that a later opening can begin at; `nil` if it is not known, or amid a series.
    var hint: FollowingHint? {
        look { state in
            guard state.hasCaughtUp, state.failure == nil, !state.series.isOpen, let end = state.end else { return nil }
            return FollowingHint(node: node, sequence: state.applied, end: end)
        }
    }
}

extension ReplicaFolder {
    /// Notes how far the log was followed; if that fails, a later opening reads more of the log.
    func note(_ hint: FollowingHint, _ observer: ReplicaObserver) {
        do throws(EventStoreError) {
            try SmallFile.write(hint.encoded, to: self.hint)
        } catch {
            observer.hintNotWritten(error)
        }
    }

    /// Makes a closed replica durable, and notes how far the log was followed.
    func leave(_ hint: FollowingHint?, _ observer: ReplicaObserver, isSynced: Bool) {
        do throws(EventStoreError) {
            if !isSynced { try unmark() }
            if let hint { try SmallFile.write(hint.encoded, to: self.hint) }
        } catch {
            observer.hintNotWritten(error)
        }
    }
}
