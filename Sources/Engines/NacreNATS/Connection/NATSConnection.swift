internal import CNATS
internal import Nacre
internal import Synchronization

/// A connection to NATS servers: requests and their answers.
///
/// Every function of libnats that may wait for the network runs on a thread of its own.
final class NATSConnection: Sendable {
    /// A connection of libnats, and the subscription for answers.
    @safe struct Handles: @unchecked Sendable {
        // Safe and Sendable: libnats locks its objects itself, they are used and destroyed on the connection's executor
        // alone, one call after the other, and destroyed once: by whichever call takes them out.
        var connection: OpaquePointer
        var subscription: OpaquePointer
    }

    let table = ReplyTable()
    private let number: UInt
    let executor = SerialBlockingExecutor(named: "nacre.nats")
    let handles = Mutex<Handles?>(nil)
    let retired = RetiredSubscriptions()
    let inbox: String
    private let settings: ConnectionSettings

    /// The most bytes of a message, headers included.
    let payloadLimit = Atomic<Int>(1 << 20)

    init(_ settings: ConnectionSettings) {
        self.settings = settings
        number = CallbackTable.add(table)
        inbox =
            "_INBOX.\(String(UInt64.random(in: .min ... .max), radix: 36))"
            + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    deinit {
        // Nothing waits for this object any more; closing may block, so it is left to another thread.
        CallbackTable.remove(number)
        let handles = handles.withLock { $0.take() }
        Task { [executor, retired] in try? await executor.run { Self.destroy(handles, retired) } }
    }

    /// Connects, unless it is connected.
    ///
    /// Later, libnats connects again by itself. One call at a time.
    ///
    /// - Throws: ``LibraryError``, and ``NATSFailure`` `closed`.
    func connect() async throws {
        guard handles.withLock({ $0 == nil }) else { return }
        let (settings, number, inbox) = (settings, number, inbox)
        let made = try await executor.run { () throws in
            let connection = try unsafe settings.connect(number)
            let limit = Int(unsafe natsConnection_GetMaxPayload(connection))
            var subscription: OpaquePointer?
            do {
                let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
                try unsafe LibraryError.check(
                    natsConnection_Subscribe(
                        &subscription, connection, "\(inbox).*", CallbackTable.onAnswer, closure))
                guard let subscription = unsafe subscription else {
                    throw LibraryError(status: NATS_NO_MEMORY, text: "")
                }
                // A message that is dropped here would be a gap; what is asked for at once is bounded elsewhere.
                try unsafe LibraryError.check(natsSubscription_SetPendingLimits(subscription, -1, -1))
                return unsafe (Handles(connection: connection, subscription: subscription), limit)
            } catch {
                unsafe natsConnection_Close(connection)
                unsafe natsSubscription_Destroy(subscription)
                unsafe natsConnection_Destroy(connection)
                throw error
            }
        }
        payloadLimit.store(made.1, ordering: .relaxed)
        handles.withLock { $0 = made.0 }
        table.connect()
        // Closed meanwhile: ``close()`` has found nothing to destroy.
        guard table.isFinished else { return }
        await close()
        throw NATSFailure.closed
    }

    /// Closes the connection, and ends its requests with `closed`.
    ///
    /// Safe to call twice.
    func close() async {
        table.finish(.closed)
        let handles = handles.withLock { $0.take() }
        // Running it cannot fail.
        try? await executor.run { [retired] in Self.destroy(handles, retired) }
        CallbackTable.remove(number)
    }

    private static func destroy(_ handles: Handles?, _ retired: RetiredSubscriptions) {
        guard let handles else { return }
        // Ends the thread that reads: after it, no subscription is used any more.
        unsafe natsConnection_Close(handles.connection)
        unsafe natsSubscription_Destroy(handles.subscription)
        retired.destroy()
        unsafe natsConnection_Destroy(handles.connection)
    }

    /// Sends a request, and waits for its answer.
    ///
    /// While there is no connection it waits for one; what was sent once is never sent again.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - headers: The headers.
    ///   - bytes: The content.
    ///   - time: The time in which it must be answered.
    /// - Returns: The first answer.
    /// - Throws: ``NATSFailure``.
    func request(
        _ subject: String, headers: [(key: String, value: String)] = [], _ bytes: [UInt8] = [], within time: Duration
    ) async throws(NATSFailure) -> NATSMessage {
        let token = table.token()
        let start = ContinuousClock.now
        if !table.isConnected { await waitForConnection(token, within: time) }
        guard table.isConnected || handles.withLock({ $0 == nil }) else {
            throw .notSent("there is no connection to a server of \(settings.urls.joined(separator: ", "))")
        }
        let timer = Task { [table] in
            try await Task.sleep(until: start + time)
            table.fail(token, .timedOut(time))
        }
        defer { timer.cancel() }
        return try await table.answer(token, to: subject) {
            publish(subject, token, headers, bytes)
        }.get()
    }

    private func waitForConnection(_ token: UInt64, within time: Duration) async {
        let timer = Task { [table] in
            try await Task.sleep(for: time)
            table.release(token)
        }
        await table.connected(token)
        timer.cancel()
    }

    /// Sends a message whose answers a token receives; a failure ends the token's request, or is put into its mailbox.
    private func publish(
        _ subject: String, _ token: UInt64, _ headers: [(key: String, value: String)], _ bytes: [UInt8]
    ) {
        let reply = "\(inbox).\(token)"
        Task { [self] in
            do {
                try await executor.run { [self] in try send(subject, reply, headers, bytes) }
            } catch {
                table.fail(token, error as? NATSFailure ?? .notSent("\(error)"))
            }
        }
    }

    /// Blocks while the socket takes no bytes.
    func send(
        _ subject: String, _ reply: String, _ headers: [(key: String, value: String)], _ bytes: [UInt8]
    ) throws(NATSFailure) {
        guard let handles = handles.withLock({ $0 }) else { throw .closed }
        var message: OpaquePointer?
        let status = unsafe bytes.withUnsafeBytes {
            unsafe natsMsg_Create(&message, subject, reply, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count))
        }
        guard status == NATS_OK, let message = unsafe message else { throw .notSent(LibraryError(status).text) }
        defer { unsafe natsMsg_Destroy(message) }
        for (key, value) in headers {
            let status = unsafe natsMsgHeader_Set(message, key, value)
            guard status == NATS_OK else { throw .notSent(LibraryError(status).text) }
        }
        let result = unsafe natsConnection_PublishMsg(handles.connection, message)
        switch result {
        case NATS_OK: break
        case NATS_MAX_PAYLOAD: throw .tooLarge(limit: Int(unsafe natsConnection_GetMaxPayload(handles.connection)))
        case NATS_CONNECTION_CLOSED, NATS_INVALID_ARG, NATS_INVALID_SUBJECT, NATS_INSUFFICIENT_BUFFER,
            NATS_NO_SERVER_SUPPORT, NATS_DRAINING:
            // libnats returns these before it has written anything.
            throw .notSent(LibraryError(result).text)
        default: throw .disconnected(LibraryError(result).text)
        }
    }
}
