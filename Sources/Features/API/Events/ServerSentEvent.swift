/// An event of a stream `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The id, which a client gives as `Last-Event-ID` to resume; `nil` if the event has none.
    public var id: String?

    /// The kind of event; `message` by default.
    public var event: String

    /// The data.
    public var data: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - id: The id, without line breaks and zero bytes.
    ///   - event: The kind of event, without line breaks.
    ///   - data: The data.
    public init(id: String? = nil, event: String = "message", data: String) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// The event as it stands in the stream.
    public var text: String {
        var text = ""
        if let id { text += "id: \(id)\n" }
        if event != "message" { text += "event: \(event)\n" }
        // By bytes: to find characters takes most of the time of a long event, and `\r\n` is another one than `\n`.
        for line in data.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            text += "data: "
            text += Substring(line)
            text += "\n"
        }
        return text + "\n"
    }

    /// A comment, which keeps a quiet connection open.
    public static let comment = ": \n\n"
}
