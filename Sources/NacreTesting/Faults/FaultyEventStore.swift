public import Nacre
internal import Synchronization

/// An event store with faults set by a test; without a fault, it forwards all calls to the store that it wraps.
///
/// ```swift
/// let store = FaultyEventStore(InMemoryEventStore())
/// store.failAppend(2, to: "order-42", with: .conflict)  // the second append to this stream from now on
/// store.failAppend(with: .unknown(isWritten: true))  // the next append
/// store.failRead(of: "order-42")  // the next read of this stream
/// let gate = store.holdAppend(to: "order-7")  // the next append to this stream waits until `gate.open()`
/// ```
///
/// The errors are those of the embedded store. Several faults can be set for one call: they happen in the order in
/// which they were set.
///
/// Threading: all members may be called from any task at any time.
public final class FaultyEventStore: EventStore {
    /// An obstacle of an append.
    enum AppendObstacle: Sendable {
        case gate(Gate)
        case faster(Commit)
        case fault(AppendFault)
    }

    /// An obstacle of a read.
    enum ReadObstacle: Sendable {
        case gate(Gate)
        case error(any Error)
    }

    private struct State {
        var appends: [FaultRule<AppendObstacle>] = []
        var reads: [FaultRule<ReadObstacle>] = []
        var stopped: EventStoreError?
    }

    let base: any EventStore
    private let state = Mutex(State())

    /// Wraps a store.
    ///
    /// - Parameter base: The store that handles all calls without a fault.
    public init(_ base: any EventStore) {
        self.base = base
    }

    /// Adds an obstacle for appends.
    func add(_ rule: FaultRule<AppendObstacle>) {
        state.withLock { $0.appends.append(rule) }
    }

    /// Adds an obstacle for reads.
    func add(_ rule: FaultRule<ReadObstacle>) {
        state.withLock { $0.reads.append(rule) }
    }

    /// Resumes appends after a failure of the disk, as reopening the store does; the faults that are set stay.
    public func reopen() {
        state.withLock { $0.stopped = nil }
    }

    /// Removes all faults, and resumes appends.
    public func recover() {
        state.withLock { $0 = State() }
    }

    /// Stops appends, as a failing disk does.
    func stop(with error: EventStoreError) {
        state.withLock { $0.stopped = error }
    }

    /// The error that stopped appends; `nil` if they are not stopped.
    var stopped: EventStoreError? { state.withLock { $0.stopped } }

    /// The obstacles of the next append.
    func obstacles(of commit: Commit) -> [AppendObstacle] {
        state.withLock { state in
            FaultRule.take(from: &state.appends) { rule in
                if case .fault(let fault) = rule.obstacle, !fault.fits(commit) { return false }
                return rule.stream.map { stream in commit.entries.contains { $0.stream == stream } } ?? true
            }
        }
    }

    /// The obstacles of the next read.
    func obstacles(ofReading stream: StreamName?) -> [ReadObstacle] {
        state.withLock { state in
            FaultRule.take(from: &state.reads) { rule in rule.stream == nil || rule.stream == stream }
        }
    }
}

/// An obstacle, and the calls that it applies to.
struct FaultRule<Obstacle: Sendable>: Sendable {
    /// The stream of the calls; `nil` for any stream.
    var stream: StreamName?

    /// The number of matching calls up to the first one that meets the obstacle, including that call.
    var countdown: Int

    /// Whether the obstacle also applies to all later calls.
    var isRepeated = false

    /// The obstacle.
    var obstacle: Obstacle

    /// Counts a call, and returns the obstacles that apply to it.
    static func take(from rules: inout [FaultRule], where isMet: (FaultRule) -> Bool) -> [Obstacle] {
        var due: [Obstacle] = []
        var kept: [FaultRule] = []
        for var rule in rules {
            if isMet(rule) { rule.countdown -= 1 }
            if rule.countdown <= 0, isMet(rule) { due.append(rule.obstacle) }
            if rule.countdown > 0 || rule.isRepeated { kept.append(rule) }
        }
        rules = kept
        return due
    }
}
