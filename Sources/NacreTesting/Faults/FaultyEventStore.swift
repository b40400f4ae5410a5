public import Nacre
internal import Synchronization

/// An event store that fails when a test says so, and otherwise is the store that it wraps.
///
/// ```swift
/// let store = FaultyEventStore(InMemoryEventStore())
/// store.failAppend(2, to: "order-42", with: .conflict)     // the second append to this stream from now on
/// store.failAppend(with: .unknown(isWritten: true))        // the next append
/// store.failRead(of: "order-42")                           // the next look at this stream
/// let gate = store.holdAppend()                            // the next append waits until `gate.open()`
/// ```
///
/// Errors are those that the embedded store throws. Several things can be asked of one call: they happen in the order
/// in which they were asked for.
///
/// Threading: all members may be called from any task at any time.
public final class FaultyEventStore: EventStore {
    /// What an append meets.
    enum AppendObstacle: Sendable {
        case gate(Gate)
        case faster(Commit)
        case fault(AppendFault)
    }

    /// What a read meets.
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
    /// - Parameter base: The store that does what is not made to fail.
    public init(_ base: any EventStore) {
        self.base = base
    }

    /// Adds something for appends to meet.
    func add(_ rule: FaultRule<AppendObstacle>) {
        state.withLock { $0.appends.append(rule) }
    }

    /// Adds something for reads to meet.
    func add(_ rule: FaultRule<ReadObstacle>) {
        state.withLock { $0.reads.append(rule) }
    }

    /// Lets appends go on after the disk has failed, as opening the store again does; what was asked for stays.
    public func reopen() {
        state.withLock { $0.stopped = nil }
    }

    /// Forgets all that was asked for, and lets appends go on.
    public func recover() {
        state.withLock { $0 = State() }
    }

    /// Stops appends, as a disk that fails does.
    func stop(with error: EventStoreError) {
        state.withLock { $0.stopped = error }
    }

    /// Why appends have stopped; `nil` where they have not.
    var stopped: EventStoreError? { state.withLock { $0.stopped } }

    /// What the next append meets.
    func obstacles(of commit: Commit) -> [AppendObstacle] {
        state.withLock { state in
            FaultRule.take(from: &state.appends) { rule in
                if case .fault(let fault) = rule.obstacle, !fault.fits(commit) { return false }
                return rule.stream.map { stream in commit.entries.contains { $0.stream == stream } } ?? true
            }
        }
    }

    /// What the next read meets.
    func obstacles(ofReading stream: StreamName?) -> [ReadObstacle] {
        state.withLock { state in
            FaultRule.take(from: &state.reads) { rule in rule.stream == nil || rule.stream == stream }
        }
    }
}

/// When something is to happen, and what.
struct FaultRule<Obstacle: Sendable>: Sendable {
    /// The stream that it is about; `nil` for any.
    var stream: StreamName?

    /// How many calls there still are up to the one that it happens to.
    var countdown: Int

    /// Whether it also happens to all calls after that one.
    var isRepeated = false

    /// What happens.
    var obstacle: Obstacle

    /// Counts a call, and takes out what happens to it.
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
