import InMemoryLogging
import Logging

/// Collects log messages.
final class Logged: Sendable {
    private let handler: InMemoryLogHandler

    /// Begins to collect messages of a level and above.
    init(from level: Logger.Level = .notice) {
        var handler = InMemoryLogHandler()
        handler.logLevel = level
        self.handler = handler
    }

    var logger: Logger { Logger(label: "test", factory: { [handler] _ in handler }) }

    /// The messages and their metadata.
    var all: [String] { handler.entries.map { "\($0.message) \($0.metadata)" } }
}
