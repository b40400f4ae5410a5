import FeatureAPI

extension BrowserTab {
    /// What the browser has logged since the last call: calls of `console`, errors of scripts, blocked and failed requests.
    package func log() async throws -> [BrowserLogEntry] { try await send(.post, "/se/log", ["type": "browser"]) }

    /// The errors among what the browser has logged since the last call of this or of ``log()``.
    package func loggedErrors() async throws -> [BrowserLogEntry] { try await log().filter { $0.level == "SEVERE" } }
}

/// What a browser has logged.
package struct BrowserLogEntry: Decodable, Hashable, Sendable, CustomStringConvertible {
    /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
    package let level: String

    /// What has logged it: `console-api`, `javascript`, `network`, `security`, ….
    package let source: String

    /// The address, the line and the message.
    package let message: String

    /// All of it.
    package var description: String { "\(level) \(source): \(message)" }
}
