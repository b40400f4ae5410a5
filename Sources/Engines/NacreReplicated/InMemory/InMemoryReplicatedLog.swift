internal import Synchronization

/// A replicated log in the memory of the process, for tests: its clients are those of several nodes.
///
/// It fails on demand, and by itself at given rates, as networks and servers do. What it does is determined by its seed
/// and by the order of the calls.
///
/// ```swift
/// let log = InMemoryReplicatedLog()
/// let first = try await ReplicatedEventStore.open(at: "a", over: log.client("a"))
/// let second = try await ReplicatedEventStore.open(at: "b", over: log.client("b"))
/// ```
///
/// Threading: all members may be called from any task at any time.
public final class InMemoryReplicatedLog: Sendable {
    /// How a client is cut off from the log.
    public enum Partition: Sendable {
        /// Calls fail at once.
        case failing
        /// Calls get no answer until the client is connected again.
        case silent
    }

    /// A request that is on its way.
    struct LateAppend {
        let bytes: [UInt8]
        let expected: LogSequence
        /// After how many further appends it arrives.
        var appends: Int
    }

    struct State {
        var trimmed = LogSequence.zero
        var entries: [[UInt8]] = []
        /// What nodes say of themselves, and until when it is kept.
        var announcements: [String: (bytes: [UInt8], end: ContinuousClock.Instant)] = [:]
        var late: [LateAppend] = []
        var faults: [String: [LogFault]] = [:]
        var rates = LogFaultRates()
        var partitions: [String: Partition] = [:]
        var random: SplitMix
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter: UInt64 = 0

        var tail: LogSequence { LogSequence(trimmed.number + UInt64(entries.count)) }
    }

    /// The name of the log.
    public let name: String

    /// The largest entry that the log takes, in bytes.
    public let entryByteLimit: Int

    let pause: @Sendable (Duration) async throws -> Void
    private let state: Mutex<State>

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - entryByteLimit: The largest entry that it takes, in bytes.
    ///   - seed: Determines the faults that happen by themselves.
    ///   - pause: Waits for a duration; a simulation passes its own clock.
    public init(
        named name: String = "memory://log", entryByteLimit: Int = 1 << 20, seed: UInt64 = 0,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.name = name
        self.entryByteLimit = entryByteLimit
        self.pause = pause
        state = Mutex(State(random: SplitMix(seed: seed)))
    }

    /// A connection to the log.
    ///
    /// - Parameter name: The name of the client, for ``inject(_:into:)`` and ``cutOff(_:by:)``.
    /// - Returns: The connection.
    public func client(_ name: String = "client") -> InMemoryLogClient { InMemoryLogClient(self, name) }

    /// Lets the next appends of a client fail, one fault each.
    ///
    /// - Parameters:
    ///   - faults: The faults, in order.
    ///   - client: The name of the client.
    public func inject(_ faults: LogFault..., into client: String) {
        change { $0.faults[client, default: []] += faults }
    }

    /// How often faults happen by themselves.
    public var rates: LogFaultRates {
        get { change { $0.rates } }
        set { change { $0.rates = newValue } }
    }

    /// Cuts a client off from the log.
    ///
    /// - Parameters:
    ///   - client: The name of the client.
    ///   - partition: What its calls see.
    public func cutOff(_ client: String, by partition: Partition = .failing) {
        change { $0.partitions[client] = partition }
    }

    /// Connects a client again.
    ///
    /// - Parameter client: The name of the client.
    public func connect(_ client: String) { change { $0.partitions[client] = nil } }

    /// The entries that the log has, without those that it has forgotten.
    public var entries: [SequencedEntry] {
        change { state in
            state.entries.enumerated().map {
                SequencedEntry(sequence: LogSequence(state.trimmed.number + UInt64($0.offset) + 1), bytes: $0.element)
            }
        }
    }

    /// The sequences that the log has.
    public var bounds: LogBounds { change { LogBounds(trimmed: $0.trimmed, tail: $0.tail) } }

    /// Changes the state, and wakes what waits for changes.
    @discardableResult
    func change<Success: Sendable>(_ body: (inout sending State) throws -> sending Success) rethrows -> Success {
        let (result, waiting) = try state.withLock { state in
            let before = state.tail
            let partitions = state.partitions.count
            let result = try body(&state)
            guard state.tail != before || state.partitions.count != partitions else {
                return (result, [CheckedContinuation<Void, Never>]())
            }
            defer { state.waiters = [:] }
            return (result, Array(state.waiters.values))
        }
        for continuation in waiting { continuation.resume() }
        return result
    }

    /// Waits for the next change; returns at once if the task is cancelled.
    ///
    /// - Parameter isDue: Whether there is nothing to wait for.
    func waitForChange(unless isDue: @Sendable (borrowing State) -> Bool) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if isDue(state) || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
                if Task.isCancelled { wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    private func wake(_ number: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }

    /// Wakes everything that waits for changes, such as the streams of a client that closes.
    func wakeAll() {
        let waiting = state.withLock { state in
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension InMemoryReplicatedLog.State {
    /// Appends an entry if the expectation holds.
    ///
    /// - Returns: Its sequence.
    mutating func append(_ bytes: [UInt8], expecting expected: LogSequence) -> LogSequence? {
        guard expected == tail else { return nil }
        entries.append(bytes)
        return tail
    }

    /// Delivers the late requests that are due after an append.
    mutating func deliverLate() {
        for index in late.indices { late[index].appends -= 1 }
        let due = late.filter { $0.appends <= 0 }
        late.removeAll { $0.appends <= 0 }
        for append in due { _ = self.append(append.bytes, expecting: append.expected) }
    }

    /// The entry at a sequence; `nil` if there is none yet.
    ///
    /// - Throws: `trimmed`.
    func entry(at sequence: LogSequence) throws(ReplicatedLogError) -> SequencedEntry? {
        guard sequence > trimmed else {
            throw ReplicatedLogError(.trimmed, "entry \(sequence) was forgotten: the log begins with \(trimmed.next)")
        }
        guard sequence <= tail else { return nil }
        return SequencedEntry(sequence: sequence, bytes: entries[Int(sequence.number - trimmed.number) - 1])
    }

    /// The fault of a client's next append.
    mutating func fault(of client: String) -> LogFault? {
        if let fault = faults[client]?.first {
            faults[client]?.removeFirst()
            return fault
        }
        if random.chance(rates.refused) { return .refused }
        if random.chance(rates.lostRequest) { return .lostRequest }
        if random.chance(rates.lostAnswer) { return .lostAnswer }
        if random.chance(rates.late) { return .late(appends: Int(random.next() % 4) + 1) }
        if random.chance(rates.repeatedRequest) { return .repeatedRequest }
        return nil
    }

    /// The delay of a call; `nil` if it has none.
    mutating func delay() -> Duration? {
        guard random.chance(rates.delayed) else { return nil }
        return .nanoseconds(Int64(random.next() % UInt64(max(1, rates.longestDelay.nanoseconds))))
    }
}

/// A seeded random number generator: SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Draws whether an event of a given probability happens.
    mutating func chance(_ probability: Double) -> Bool {
        probability > 0 && Double(next() >> 11) < probability * 0x1p53
    }
}
