internal import CNATS
internal import NacreReplicated

/// An error of libnats.
struct LibraryError: Error, CustomStringConvertible {
    let status: natsStatus

    /// libnats's own words.
    let text: String

    var description: String { text }

    /// - Throws: This error, with the last message of the thread, for all but success.
    static func check(_ status: natsStatus) throws(LibraryError) {
        guard status != NATS_OK else { return }
        throw LibraryError(status)
    }

    init(_ status: natsStatus) {
        var last = status
        let message = unsafe nats_GetLastError(&last).map { unsafe String(cString: $0) } ?? ""
        let name = unsafe String(cString: natsStatus_GetText(status))
        // The last error of the thread may be an older one.
        self.init(status: status, text: last == status && !message.isEmpty ? "\(name) (\(message))" : name)
    }

    init(status: natsStatus, text: String) {
        self.status = status
        self.text = text
    }
}

extension LibraryError {
    /// The log's error for a connection that could not be made.
    func logError(_ name: String) -> ReplicatedLogError {
        switch status {
        case NATS_CONNECTION_AUTH_FAILED:
            ReplicatedLogError(
                .denied, "the servers of \(name) refuse user and password, \(text): correct the address", cause: self)
        case NATS_SSL_ERROR:
            ReplicatedLogError(
                .denied,
                "no encrypted connection to \(name), \(text): set certificateAuthorities, and clientCertificate if the "
                    + "servers ask for one", cause: self)
        case NATS_SECURE_CONNECTION_WANTED:
            ReplicatedLogError(.denied, "the servers of \(name) offer no TLS: write nats:// instead", cause: self)
        case NATS_SECURE_CONNECTION_REQUIRED:
            ReplicatedLogError(.denied, "the servers of \(name) ask for TLS: write tls:// instead", cause: self)
        default:
            ReplicatedLogError(
                .unreachable, "no server of \(name) can be reached, \(text): check addresses and servers", cause: self)
        }
    }
}
