internal import Synchronization

/// A client of a log in memory.
public final class InMemoryLogClient: ReplicatedLog {
    private let server: InMemoryReplicatedLog
    private let client: String
    private let isClosed = Mutex(false)

    init(_ server: InMemoryReplicatedLog, _ client: String) {
        self.server = server
        self.client = client
    }

    /// The name of the log.
    public var name: String { server.name }

    /// The largest entry that the log takes, in bytes.
    public var entryByteLimit: Int { server.entryByteLimit }

    /// Checks that the client is connected.
    public func prepare() async throws { try await reach() }

    /// Appends an entry behind a sequence, if that is the last one, unless a fault prevents it.
    public func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        guard bytes.count <= entryByteLimit else {
            throw ReplicatedLogError(
                .entryTooLarge, "an entry of \(bytes.count) bytes is larger than \(entryByteLimit): split it")
        }
        do {
            try await reach()
        } catch let error as ReplicatedLogError where error.code == .unreachable {
            return .unknown(error)
        }
        let fault = server.change { $0.fault(of: client) }
        if case .delayed(let duration) = fault { try await server.pause(duration) }
        switch fault {
        case .refused: throw ReplicatedLogError.noAnswer("the request was refused")
        case .lostRequest: return .unknown(ReplicatedLogError.noAnswer("the request was lost"))
        case .lostAnswer:
            server.change { $0.deliver(bytes, expecting: sequence) }
            return .unknown(ReplicatedLogError.noAnswer("the answer was lost"))
        case .late(let appends):
            server.change {
                $0.late.append(
                    InMemoryReplicatedLog.LateAppend(bytes: bytes, expected: sequence, appends: max(1, appends)))
            }
            return .unknown(ReplicatedLogError.noAnswer("the request is late"))
        case .repeatedRequest, .delayed, nil:
            let place = server.change { state in
                defer { if fault == .repeatedRequest { state.deliver(bytes, expecting: sequence) } }
                return state.deliver(bytes, expecting: sequence)
            }
            return place.map { .committed($0) } ?? .conflict
        }
    }

    /// The entries behind a sequence, and new ones as they are appended.
    public func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        let last = Mutex(sequence)
        let isRepeating = Mutex(false)
        return AsyncThrowingStream(unfolding: { [self] in
            while true {
                try await reach(patiently: true)
                if Task.isCancelled { return nil }
                let next = last.withLock { $0.next }
                let (entry, isBroken, repeats) = try server.change { state in
                    let entry = try state.entry(at: next)
                    guard entry != nil else { return (entry, false, false) }
                    return (
                        entry, state.random.chance(state.rates.brokenStream),
                        state.random.chance(state.rates.repeatedEntry)
                    )
                }
                if isBroken { throw ReplicatedLogError.noAnswer("the stream has ended") }
                if let entry {
                    let again = isRepeating.withLock { isRepeating in
                        defer { isRepeating = repeats && !isRepeating }
                        return repeats && !isRepeating
                    }
                    if !again { last.withLock { $0 = next } }
                    return entry
                }
                await server.waitForChange { [client] state in
                    state.tail >= next || state.partitions[client] != nil
                }
            }
        })
    }

    /// The entry at a sequence; `nil` if there is none yet.
    public func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        try await reach()
        return try server.change { try $0.entry(at: sequence) }
    }

    /// The sequences that the log has.
    public func bounds() async throws -> LogBounds {
        try await reach()
        return server.bounds
    }

    /// Forgets the entries up to a sequence.
    public func trim(upTo sequence: LogSequence) async throws {
        try await reach()
        server.change { state in
            guard sequence > state.trimmed, sequence <= state.tail else { return }
            state.entries.removeFirst(Int(sequence.number - state.trimmed.number))
            state.trimmed = sequence
        }
    }

    /// Publishes what a node says of itself.
    public func announce(_ bytes: [UInt8], by node: String, for lifetime: Duration) async throws {
        try await reach()
        server.change { $0.announcements[node] = (bytes, .now + lifetime) }
    }

    /// What nodes have said of themselves whose lifetime is not over.
    public func announcements() async throws -> [[UInt8]] {
        try await reach()
        return server.change { state in
            state.announcements = state.announcements.filter { $0.value.end > .now }
            return state.announcements.values.map(\.bytes)
        }
    }

    /// The one server, and whether this client reaches it.
    public func health() async -> LogHealth {
        let (isCutOff, bytes) = server.change { state in
            (state.partitions[client] != nil, state.entries.reduce(0) { $0 + $1.count })
        }
        return LogHealth(
            servers: [
                LogHealth.Server(
                    name: name, isReachable: !isCutOff, isLeader: isCutOff ? nil : true, version: isCutOff ? nil : "1",
                    trouble: nil)
            ], byteCount: UInt64(bytes))
    }

    /// Ends the streams of this client; later calls throw.
    public func close() async {
        isClosed.withLock { $0 = true }
        server.wakeAll()
    }

    /// Waits for the delay of a call, and for the end of a silent partition.
    ///
    /// - Parameter patiently: Whether the call has no delay of its own.
    /// - Throws: `unreachable` or `closed`; `CancellationError`.
    private func reach(patiently: Bool = false) async throws {
        while true {
            if isClosed.withLock({ $0 }) {
                throw ReplicatedLogError(.closed, "the client of \(name) is closed: create another one")
            }
            switch server.change({ $0.partitions[client] }) {
            case .failing: throw ReplicatedLogError.noAnswer("\(client) is cut off")
            case .silent:
                try Task.checkCancellation()
                await server.waitForChange { [client] in $0.partitions[client] == nil }
                try Task.checkCancellation()
            case nil:
                if !patiently, let delay = server.change({ $0.delay() }) { try await server.pause(delay) }
                return
            }
        }
    }
}

extension InMemoryReplicatedLog.State {
    /// Delivers an append, and the late ones that are due behind it.
    @discardableResult
    fileprivate mutating func deliver(_ bytes: [UInt8], expecting sequence: LogSequence) -> LogSequence? {
        let place = append(bytes, expecting: sequence)
        deliverLate()
        return place
    }
}

extension ReplicatedLogError {
    fileprivate static func noAnswer(_ what: String) -> ReplicatedLogError {
        ReplicatedLogError(.unreachable, "the log in memory does not answer: \(what)")
    }
}
