internal import Synchronization

/// The requests of a connection that wait for answers, and the receivers of messages; what libnats's callbacks reach.
final class ReplyTable: Sendable {
    // REP-32: Callbacks of libnats carry a number, not a pointer.

    /// What a token stands for.
    private enum Slot {
        case request(subject: String, CheckedContinuation<Result<NATSMessage, NATSFailure>, Never>)
        case mailbox(Mailbox)
    }

    private struct State {
        var slots: [UInt64: Slot] = [:]
        var lastToken: UInt64 = 0
        var isConnected = false
        /// What no request can get past, such as a denied inbox or a closed connection.
        var failure: NATSFailure?
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Whether requests can be sent now.
    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Whether no request can be answered any more.
    var isFinished: Bool { state.withLock { $0.failure != nil } }

    /// A new token.
    func token() -> UInt64 {
        state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
    }

    /// Waits for the answer of a request.
    ///
    /// Each continuation is resumed exactly once: by whatever removes its slot.
    func answer(_ token: UInt64, to subject: String, sending send: () -> Void) async -> Result<NATSMessage, NATSFailure>
    {
        await withCheckedContinuation { continuation in
            let failure = state.withLock { state in
                if state.failure == nil { state.slots[token] = .request(subject: subject, continuation) }
                return state.failure
            }
            if let failure { return continuation.resume(returning: .failure(failure)) }
            send()
        }
    }

    /// Lets a mailbox receive what is sent to a token.
    func open(_ mailbox: Mailbox, as token: UInt64) {
        let failure = state.withLock { state in
            state.slots[token] = .mailbox(mailbox)
            return state.failure
        }
        if let failure { mailbox.fail(failure) }
    }

    /// Ends a mailbox.
    func closeMailbox(_ token: UInt64) {
        _ = state.withLock { $0.slots.removeValue(forKey: token) }
    }

    /// Ends a request; no effect if it has its answer.
    func fail(_ token: UInt64, _ failure: NATSFailure) {
        resume(token, with: .failure(failure))
    }

    /// Delivers a message.
    ///
    /// Answers that come too late are dropped.
    func deliver(_ message: NATSMessage, to token: UInt64) {
        if let mailbox = state.withLock({ state in
            if case .mailbox(let mailbox) = state.slots[token] { mailbox } else { nil }
        }) {
            mailbox.put(message)
        } else if message.status == 503 {
            resume(token, with: .failure(.noResponders))
        } else {
            resume(token, with: .success(message))
        }
    }

    private func resume(_ token: UInt64, with result: Result<NATSMessage, NATSFailure>) {
        let continuation = state.withLock { state -> CheckedContinuation<Result<NATSMessage, NATSFailure>, Never>? in
            guard case .request(_, let continuation) = state.slots[token] else { return nil }
            state.slots[token] = nil
            return continuation
        }
        continuation?.resume(returning: result)
    }

    /// Notes that the connection is there, and lets waiting requests go on.
    func connect() {
        let waiting = state.withLock { state in
            state.isConnected = state.failure == nil
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Notes that the connection broke: nothing that was sent will be answered.
    func disconnect(_ failure: NATSFailure) {
        let slots = state.withLock { state in
            state.isConnected = false
            defer { state.slots = state.slots.filter { if case .mailbox = $0.value { true } else { false } } }
            return state.slots.values
        }
        end(slots, failure)
    }

    /// Ends everything, now and later.
    func finish(_ failure: NATSFailure) {
        let (slots, waiting) = state.withLock { state in
            state.isConnected = false
            state.failure = failure
            defer { (state.slots, state.waiting) = ([:], [:]) }
            return (state.slots.values, state.waiting.values)
        }
        end(slots, failure)
        for continuation in waiting { continuation.resume() }
    }

    /// Ends the requests on a subject to which the user must not send.
    func forbid(_ text: String) {
        let slots = state.withLock { state in
            let tokens = state.slots.filter { _, slot in
                if case .request(let subject, _) = slot { text.contains("\"\(subject)\"") } else { false }
            }
            for token in tokens.keys { state.slots[token] = nil }
            return tokens.values
        }
        end(slots, .notPermitted(text))
    }

    private func end(_ slots: some Sequence<Slot>, _ failure: NATSFailure) {
        for slot in slots {
            switch slot {
            case .request(_, let continuation): continuation.resume(returning: .failure(failure))
            case .mailbox(let mailbox): mailbox.fail(failure)
            }
        }
    }

    /// Waits until there is a connection, or ``release(_:)`` is called.
    func connected(_ token: UInt64) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isConnected || state.failure != nil { return true }
                state.waiting[token] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Ends a wait for the connection; no effect if it is over.
    func release(_ token: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: token) }?.resume()
    }
}
