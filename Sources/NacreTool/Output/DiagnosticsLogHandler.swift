package import Logging

/// Says what the store logs on standard error, from notices upwards: the message, and behind it what it is about.
struct DiagnosticsLogHandler: LogHandler {
    /// What of the metadata is said, in this order.
    private static let told = ["file", "reason", "error"]

    let diagnostics: Diagnostics
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.notice

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = Self.told.compactMap { key in event.metadata?[key].map { "\($0)" } }
        diagnostics.notice(([event.message.description] + details).joined(separator: ": "))
    }
}

extension Diagnostics {
    /// Where a store says what it does on its own account.
    package var logger: Logger {
        Logger(label: "nacre", factory: { _ in DiagnosticsLogHandler(self) })
    }
}
