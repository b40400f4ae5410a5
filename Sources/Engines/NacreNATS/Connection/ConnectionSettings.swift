internal import CNATS

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How a connection is made.
struct ConnectionSettings: Sendable {
    let urls: [String]
    let isEncrypted: Bool
    let user: NATSUser?
    let certificateAuthorities: String?
    let clientCertificate: (certificate: String, key: String)?
    let timeout: Duration
    let pingInterval: Duration

    /// Makes libnats's options of it, and connects.
    ///
    /// Blocks until a server has answered, or all were tried.
    ///
    /// - Parameter number: The number of the reply table for the callbacks.
    /// - Returns: The connection, which the caller closes and destroys.
    /// - Throws: ``LibraryError``.
    @unsafe func connect(_ number: UInt) throws(LibraryError) -> OpaquePointer {
        let closure = unsafe UnsafeMutableRawPointer(bitPattern: number)
        var created: OpaquePointer?
        try unsafe LibraryError.check(natsOptions_Create(&created))
        guard let options = unsafe created else { throw LibraryError(status: NATS_NO_MEMORY, text: "") }
        defer { unsafe natsOptions_Destroy(options) }
        var strings = unsafe urls.map { unsafe strdup($0) }
        defer { for index in unsafe strings.indices { unsafe free(strings[index]) } }
        let status = unsafe strings.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                unsafe natsOptions_SetServers(options, $0.baseAddress, Int32($0.count))
            }
        }
        try LibraryError.check(status)
        if let user {
            try unsafe LibraryError.check(natsOptions_SetUserInfo(options, user.name, user.password))
        }
        if isEncrypted {
            try unsafe LibraryError.check(natsOptions_SetSecure(options, true))
            if let certificateAuthorities {
                try unsafe LibraryError.check(
                    natsOptions_LoadCATrustedCertificates(options, certificateAuthorities))
            }
            if let (certificate, key) = clientCertificate {
                try unsafe LibraryError.check(natsOptions_LoadCertificatesChain(options, certificate, key))
            }
        }
        try unsafe LibraryError.check(natsOptions_SetName(options, "nacre"))
        try unsafe LibraryError.check(natsOptions_SetTimeout(options, timeout.milliseconds))
        try unsafe LibraryError.check(natsOptions_SetWriteDeadline(options, timeout.milliseconds))
        try unsafe LibraryError.check(natsOptions_SetPingInterval(options, pingInterval.milliseconds))
        try unsafe LibraryError.check(natsOptions_SetMaxPingsOut(options, 2))
        try unsafe LibraryError.check(natsOptions_SetMaxReconnect(options, -1))
        try unsafe LibraryError.check(natsOptions_SetReconnectWait(options, 100))
        // Without this, libnats's flusher thread sends what was published, after a while.
        try unsafe LibraryError.check(natsOptions_SetSendAsap(options, true))
        try unsafe LibraryError.check(
            natsOptions_SetDisconnectedCB(options, CallbackTable.onDisconnect, closure))
        try unsafe LibraryError.check(natsOptions_SetReconnectedCB(options, CallbackTable.onReconnect, closure))
        try unsafe LibraryError.check(natsOptions_SetClosedCB(options, CallbackTable.onClose, closure))
        try unsafe LibraryError.check(natsOptions_SetErrorHandler(options, CallbackTable.onError, closure))
        var connection: OpaquePointer?
        try unsafe LibraryError.check(natsConnection_Connect(&connection, options))
        guard let connection = unsafe connection else { throw LibraryError(status: NATS_NO_MEMORY, text: "") }
        return unsafe connection
    }
}

extension Duration {
    /// The whole milliseconds, at least 1.
    var milliseconds: Int64 {
        max(1, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
