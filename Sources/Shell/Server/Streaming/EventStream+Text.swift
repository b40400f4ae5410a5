import FeatureAPI
import ServiceLifecycle

extension EventStream {
    /// Creates a stream of events that are written already.
    ///
    /// Comments are left out: the server sends its own. While the connection is busy, only the newest events wait.
    ///
    /// - Parameter text: The text of a stream of server-sent events, in parts of whole events. It needs no end: it is
    ///   ended when the server shuts down.
    public init<Text: AsyncSequence & Sendable>(text: Text) where Text.Element == String {
        self.init { send in
            var parser = ServerSentEventParser()
            for try await part in text.cancelOnGracefulShutdown() {
                let events = try parser.parse(part.utf8)
                if !events.isEmpty { send { events } }
            }
        }
    }
}
