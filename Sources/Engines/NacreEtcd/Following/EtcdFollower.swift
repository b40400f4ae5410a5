internal import GRPCCore
internal import NacreReplicated
internal import Synchronization

/// Follows a log: catches up by reading pages, and then watches from the revision of the last page on.
///
/// The last page shows all entries up to its revision, and the watch all behind it: nothing is missed in between. When
/// the watch breaks, for whatever reason, it begins again behind the last entry that was handed over.
final class EtcdFollower: Sendable {
    private struct State {
        /// The last entry that was handed over.
        var last: LogSequence
        /// When the watch failed first since it last stood; `nil` while it stands.
        var failedAt: ContinuousClock.Instant?
        var hasRenewedToken = false
        var pause = EtcdFollower.shortestPause
    }

    private static let shortestPause = Duration.milliseconds(20)

    /// The log.
    let log: EtcdLog
    private let channel: EntryChannel
    private let state: Mutex<State>

    /// - Parameters:
    ///   - log: The log.
    ///   - channel: What takes the entries.
    ///   - sequence: The first entry is the one behind it.
    init(_ log: EtcdLog, _ channel: EntryChannel, after sequence: LogSequence) {
        self.log = log
        self.channel = channel
        state = Mutex(State(last: sequence))
    }

    /// Follows until that is impossible or the task is cancelled.
    func run() async {
        do {
            while true {
                let revision = try await catchUp()
                do {
                    try await watch(from: revision + 1)
                } catch let failure as EtcdFailure {
                    try await recover(from: failure)
                }
            }
        } catch {
            channel.finish(throwing: error)
        }
    }

    /// Reads to the end of the log.
    ///
    /// - Returns: The revision of etcd up to which the log is read.
    private func catchUp() async throws -> Int64 {
        var size = PageSize(entryByteLimit: log.entryByteLimit)
        while true {
            let last = state.withLock { $0.last }
            // The range has exact ends: etcd 3.4 walks over all keys of a range, whatever the limit.
            let end = LogSequence(last.number + 1 + size.count)
            let range = Etcdserverpb_RequestOp.range(log.keys.entry(last.next), log.keys.entry(end))
            let reading = try await log.read([range], "read the entries behind \(last)")
            guard reading.tail >= last else {
                throw log.foreignContent("it ends at \(reading.tail), before \(last), which this store has already")
            }
            guard reading.tail > last else { return reading.revision }
            guard let first = reading.keys.first, log.keys.sequence(first.key) == last.next else {
                throw try await log.missing(last.next, reading)
            }
            for key in reading.keys { try await deliver(key) }
            size.adapt(to: reading.keys.reduce(0) { $0 + $1.value.count })
        }
    }

    /// Hands over an entry, unless it has been.
    ///
    /// - Parameter key: The key of the entry with its value.
    /// - Throws: `ReplicatedLogError` if it is none, ``EtcdFailure`` if one before it is missing, or `CancellationError`.
    func deliver(_ key: Etcdserverpb_KeyValue) async throws {
        guard let sequence = log.keys.sequence(key.key) else {
            throw log.foreignContent("the key \(String(decoding: key.key, as: UTF8.self)) is not one of its entries")
        }
        let last = state.withLock { $0.last }
        guard sequence > last else { return }
        guard sequence == last.next else {
            throw EtcdFailure(.compacted, mayTakeEffect: false, "entry \(sequence) came behind \(last)")
        }
        state.withLock { $0.last = sequence }
        try await channel.send(SequencedEntry(sequence: sequence, bytes: [UInt8](key.value)))
    }

    /// Notes that the watch stands.
    func noteWatching() {
        state.withLock { state in
            state.failedAt = nil
            state.hasRenewedToken = false
            state.pause = Self.shortestPause
        }
    }

    /// Prepares another watch after one has failed.
    ///
    /// - Throws: The failure as an error of the log if there is no hope left.
    private func recover(from failure: EtcdFailure) async throws {
        let isHopeless = state.withLock { state in
            let now = ContinuousClock.now
            let failedAt = state.failedAt ?? now
            state.failedAt = failedAt
            switch failure.kind {
            case .endpoint, .compacted: return failedAt.duration(to: now) > log.options.deadline
            // A watch says so, too, if the token has expired.
            case .token, .refused(.denied):
                defer { state.hasRenewedToken = true }
                return state.hasRenewedToken
            default: return true
            }
        }
        guard !isHopeless else { throw failure.error("be followed", to: log.name) }
        if failure.kind == .token || failure.kind == .refused(.denied) { log.cluster.forgetToken() }
        let pause = state.withLock { state in
            defer { state.pause = min(state.pause * 2, .milliseconds(500)) }
            return state.pause
        }
        try await Task.sleep(for: pause)
    }
}
