internal import CNATS
internal import Nacre
internal import Synchronization

extension NATSConnection {
    /// Asks all servers, and collects their answers.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - bytes: The content.
    ///   - count: The number of answers after which it does not wait longer.
    ///   - time: How long it waits.
    /// - Returns: The answers that came in that time.
    /// - Throws: ``NATSFailure``.
    func answers(_ subject: String, _ bytes: [UInt8], count: Int, within time: Duration) async throws -> [NATSMessage] {
        let mailbox = Mailbox()
        let token = table.token()
        table.open(mailbox, as: token)
        defer { table.closeMailbox(token) }
        let reply = "\(inbox).\(token)"
        try await executor.run { [self] in try send(subject, reply, [], bytes) }
        let end = ContinuousClock.now + time
        var answers: [NATSMessage] = []
        while answers.count < count, ContinuousClock.now < end, !Task.isCancelled {
            for answer in await mailbox.next(within: end - .now) {
                let message = try answer.get()
                guard message.status != 503 else { throw NATSFailure.noResponders }
                answers.append(message)
            }
        }
        return answers
    }

    /// Lets a mailbox receive what a consumer delivers: such messages keep their own subject, and only their
    /// subscription distinguishes them.
    func subscribe(_ mailbox: Mailbox) async throws -> MailboxSubscription {
        let token = table.token()
        table.open(mailbox, as: token)
        let number = CallbackTable.add(mailbox)
        let subject = "\(inbox)-mailbox.\(token)"
        do {
            let handle = try await executor.run { [self] () throws in
                guard let handles = handles.withLock({ $0 }) else { throw NATSFailure.closed }
                var subscription: OpaquePointer?
                let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
                let status = unsafe natsConnection_Subscribe(
                    &subscription, handles.connection, subject, CallbackTable.onDelivery, closure)
                guard status == NATS_OK, let subscription = unsafe subscription else {
                    throw NATSFailure.notSent(LibraryError(status).text)
                }
                // A message that is dropped here would be a gap. How much is asked for at once is bounded.
                _ = unsafe natsSubscription_SetPendingLimits(subscription, -1, -1)
                return unsafe MailboxSubscription.Handle(subscription: subscription)
            }
            return MailboxSubscription(self, handle, subject: subject, token: token, number: number)
        } catch {
            CallbackTable.remove(number)
            table.closeMailbox(token)
            throw error
        }
    }
}

/// A subscription whose messages a mailbox receives; it ends with the object.
final class MailboxSubscription: Sendable {
    /// A subscription of libnats.
    @safe struct Handle: @unchecked Sendable {
        // Safe and Sendable: libnats locks the subscription itself, and it is destroyed once, by RetiredSubscriptions.
        let subscription: OpaquePointer
    }

    /// The subject that it receives.
    let subject: String
    private let connection: NATSConnection
    private let handle: Handle
    private let token: UInt64
    private let number: UInt

    init(_ connection: NATSConnection, _ handle: Handle, subject: String, token: UInt64, number: UInt) {
        self.connection = connection
        self.handle = handle
        self.subject = subject
        self.token = token
        self.number = number
    }

    deinit {
        CallbackTable.remove(number)
        connection.table.closeMailbox(token)
        // Ending it sends to the server, which may block.
        Task { [connection, handle] in
            try? await connection.executor.run { connection.retired.retire(handle) }
        }
    }

    /// Sends a request whose answers the mailbox receives.
    ///
    /// - Throws: ``NATSFailure`` if it cannot be sent.
    func ask(_ request: String, _ bytes: [UInt8]) async throws {
        let (connection, subject) = (connection, subject)
        try await connection.executor.run { try connection.send(request, subject, [], bytes) }
    }
}
