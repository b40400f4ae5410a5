import DomainKit
import Nacre
import NacreTool

/// An event in a few words, with links.
struct ShownEvent: Sendable {
    /// The greatest number of scalars of data in a row.
    private static let shownData = 160

    let position: Position
    let eventAddress: String
    let recordedAt: String
    let recordedTime: String
    let type: String
    let typeAddress: String
    let stream: String
    let streamAddress: String
    let version: StreamVersion
    let actor: String?
    let actorAddress: String?
    let data: String

    init(_ event: RecordedEvent) {
        position = event.position
        eventAddress = Address.event(event.position)
        recordedAt = event.recordedAt.description
        recordedTime = event.recordedAt.shown
        type = TerminalText.cell(event.type.text)
        typeAddress = Address.log("type", event.type.text)
        stream = TerminalText.cell(event.stream.text)
        streamAddress = Address.log("stream", event.stream.text)
        version = event.version
        let name = event.context.actor
        actor = name.map { TerminalText.cell($0) }
        actorAddress = name.map { Address.log("actor", $0) }
        data = Self.brief(event.data)
    }

    /// The beginning of data on one line.
    private static func brief(_ bytes: [UInt8]) -> String {
        // A scalar has at most four bytes.
        let beginning = bytes.prefix(shownData * 4 + 4)
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            return "\(Figures.count(bytes.count, "byte")) that are not text"
        }
        let scalars = String(decoding: beginning, as: UTF8.self).unicodeScalars
        let shown = TerminalText.line(String(scalars.prefix(shownData)))
        return scalars.count > shownData ? shown + "…" : shown
    }
}

extension Instant {
    /// The moment for people: `2026-05-01 12:00:00.123`, in UTC.
    var shown: String {
        let text = description
        return text.prefix(10) + " " + text.dropFirst(11).prefix(12).prefix { $0 != "Z" }
    }
}
