package import Logging

/// Prints the store's log messages of level notice and above on standard error: the message, then its details.
struct DiagnosticsLogHandler: LogHandler {
    /// The metadata keys whose values are printed as details, in this order.
    private static let detailKeys = ["file", "reason", "error"]

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
        let details = Self.detailKeys.compactMap { key in event.metadata?[key].map { "\($0)" } }
        diagnostics.notice(([event.message.description] + details).joined(separator: ": "))
    }
}

extension Diagnostics {
    /// The logger for the store's own messages.
    package var logger: Logger {
        Logger(label: "nacre", factory: { _ in DiagnosticsLogHandler(self) })
    }
}
