internal import CNATS
internal import Synchronization

/// What libnats's callbacks may reach, by number: reply tables and mailboxes.
///
/// A callback that comes after its connection or subscription was closed finds nothing, and does nothing.
enum CallbackTable {
    private struct State {
        var tables: [UInt: ReplyTable] = [:]
        var mailboxes: [UInt: Mailbox] = [:]
        var last: UInt = 0
    }

    private static let state = Mutex(State())

    /// Adds a table.
    ///
    /// - Returns: Its number, never 0.
    static func add(_ table: ReplyTable) -> UInt {
        state.withLock { state in
            state.last += 1
            state.tables[state.last] = table
            return state.last
        }
    }

    /// Adds a mailbox.
    ///
    /// - Returns: Its number, never 0.
    static func add(_ mailbox: Mailbox) -> UInt {
        state.withLock { state in
            state.last += 1
            state.mailboxes[state.last] = mailbox
            return state.last
        }
    }

    /// Removes a table or mailbox.
    static func remove(_ number: UInt) {
        state.withLock { state in
            state.tables[number] = nil
            state.mailboxes[number] = nil
        }
    }

    /// The table of a callback's closure, which is a number in the shape of a pointer.
    @unsafe private static func table(_ closure: UnsafeMutableRawPointer?) -> ReplyTable? {
        let number = UInt(bitPattern: closure)
        return state.withLock { $0.tables[number] }
    }

    /// Called with each answer, on the thread of the subscription.
    static let onAnswer: natsMsgHandler = { _, _, message, closure in
        guard let message = unsafe message else { return }
        defer { unsafe natsMsg_Destroy(message) }
        guard let table = unsafe table(closure) else { return }
        let copy = unsafe NATSMessage(message)
        // The last part of the inbox's subject is the token.
        guard let dot = copy.subject.lastIndex(of: "."),
            let token = UInt64(copy.subject[copy.subject.index(after: dot)...])
        else { return }
        table.deliver(copy, to: token)
    }

    /// Called with each message for a mailbox, on the thread of the subscription.
    static let onDelivery: natsMsgHandler = { _, _, message, closure in
        guard let message = unsafe message else { return }
        defer { unsafe natsMsg_Destroy(message) }
        let number = UInt(bitPattern: closure)
        guard let mailbox = state.withLock({ $0.mailboxes[number] }) else { return }
        mailbox.put(unsafe NATSMessage(message))
    }

    static let onDisconnect: natsConnectionHandler = { connection, closure in
        let text = unsafe lastError(connection)
        unsafe table(closure)?.disconnect(.disconnected(text.isEmpty ? "the server has gone" : text))
    }

    static let onReconnect: natsConnectionHandler = { _, closure in unsafe table(closure)?.connect() }

    static let onClose: natsConnectionHandler = { connection, closure in
        let text = unsafe lastError(connection)
        // Closed by this program, if there is no error: the table then has its failure already.
        unsafe table(closure)?.finish(text.isEmpty ? .closed : .disconnected(text))
    }

    static let onError: natsErrHandler = { connection, _, status, closure in
        guard status == NATS_NOT_PERMITTED else { return }
        let text = unsafe lastError(connection)
        guard let table = unsafe table(closure) else { return }
        if text.contains("Subscription") {
            table.finish(.notPermitted("\(text): let the user subscribe to _INBOX.>"))
        } else {
            table.forbid(text)
        }
    }

    @unsafe private static func lastError(_ connection: OpaquePointer?) -> String {
        var text: UnsafePointer<CChar>?
        guard let connection = unsafe connection else { return "" }
        _ = unsafe natsConnection_GetLastError(connection, &text)
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }
}
