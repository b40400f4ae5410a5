internal import CNATS

/// A message as it was received, copied out of libnats.
struct NATSMessage: Sendable {
    /// The subject for answers: for an entry, where it stands; empty if there is none.
    let replySubject: String

    /// The status of a message of the server itself, such as 404 for "no messages"; `nil` for others.
    let status: Int?

    /// What the status means.
    let statusText: String

    /// The messages of an ended request that will not come; `nil` if the server does not say.
    let undelivered: Int?

    /// The subject that was sent to.
    let subject: String

    /// The content.
    let bytes: [UInt8]

    /// Copies a message.
    ///
    /// - Parameter message: The message, which stays the caller's.
    @unsafe init(_ message: OpaquePointer) {
        replySubject = unsafe Self.text(natsMsg_GetReply(message))
        subject = unsafe Self.text(natsMsg_GetSubject(message))
        let count = Int(unsafe natsMsg_GetDataLength(message))
        if count > 0, let data = unsafe natsMsg_GetData(message) {
            bytes = unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
        } else {
            bytes = []
        }
        // Only messages without content can be the server's own.
        guard count == 0 else {
            (status, statusText, undelivered) = (nil, "", nil)
            return
        }
        status = Int(unsafe Self.header("Status", of: message))
        statusText = unsafe Self.header("Description", of: message)
        undelivered = Int(unsafe Self.header("Nats-Pending-Messages", of: message))
    }

    @unsafe private static func header(_ key: String, of message: OpaquePointer) -> String {
        var value: UnsafePointer<CChar>?
        guard unsafe natsMsgHeader_Get(message, key, &value) == NATS_OK else { return "" }
        return unsafe text(value)
    }

    @unsafe private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        guard let characters = unsafe characters else { return "" }
        return unsafe String(cString: characters)
    }
}
