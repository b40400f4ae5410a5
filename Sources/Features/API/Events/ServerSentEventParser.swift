public import DomainKit

/// Parses a stream of server-sent events as it arrives, in pieces of any size.
public struct ServerSentEventParser: Sendable {
    /// The id of the last event, by which the stream can be resumed; `nil` if no event had one.
    public private(set) var lastEventID: String?

    /// The longest allowed line, in bytes.
    private let longestLine: Int

    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var data: [String] = []
    private var event: String?
    private var isAtStart = true

    /// Creates a parser.
    ///
    /// - Parameter longestLine: The longest allowed line, in bytes.
    public init(longestLine: Int = 16 << 20) {
        self.longestLine = longestLine
    }

    /// Parses the next bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The events that they complete.
    /// - Throws: ``ServerSentEventError`` for a line that is too long or not UTF-8.
    public mutating func parse(_ bytes: some Sequence<UInt8>) throws(ServerSentEventError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where endsWithReturn:
                endsWithReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endsWithReturn = byte == UInt8(ascii: "\r")
                if let event = try endLine() { events.append(event) }
            default:
                endsWithReturn = false
                guard line.count < longestLine else { throw .lineTooLong }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() throws(ServerSentEventError) -> ServerSentEvent? {
        guard var text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
        line.removeAll(keepingCapacity: true)
        if isAtStart, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        isAtStart = false
        guard !text.isEmpty else { return endEvent() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "data": data.append(value)
        case "event": event = value.isEmpty ? nil : value
        case "id" where !value.unicodeScalars.contains("\0"): lastEventID = value
        // Comments and unknown fields have no effect.
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            data = []
            event = nil
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: lastEventID, event: event ?? "message", data: data.joined(separator: "\n"))
    }
}

/// Why a stream of server-sent events cannot be read.
public enum ServerSentEventError: Error, Sendable, Hashable {
    /// A line is longer than the parser allows.
    case lineTooLong

    /// A line is not UTF-8.
    case notUTF8
}

extension ServerSentEventError: DescribedError {
    /// What is wrong, and the remedy.
    public var description: String {
        switch self {
        case .lineTooLong: "a line of the event stream is too long: allow longer ones, or ask for less"
        case .notUTF8: "a line of the event stream is not UTF-8: check that the address is that of a Nacre server"
        }
    }
}
