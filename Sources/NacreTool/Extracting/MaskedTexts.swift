import Nacre

/// The texts and numbers of masked values, which must not occur elsewhere.
struct MaskedTexts {
    /// The shortest text that is looked for within others; a shorter one is found as a whole text alone.
    static let partBytes = 3

    // In lower case: a tag often has a name so.
    private var wholes: Set<String> = []
    private var parts: [ByteSearch] = []

    mutating func insert(_ text: String) {
        let text = text.lowercased()
        guard !text.isEmpty, wholes.insert(text).inserted else { return }
        if text.utf8.count >= Self.partBytes { parts.append(ByteSearch(text)) }
    }

    /// Whether any of them occurs in an event: in its names, tags, data or metadata, however they are written there.
    func occur(in event: RecordedEvent) -> Bool {
        let names = [event.stream.text, event.type.text, "\(event.id)"]
        return occur(in: names + event.tags.map(\.text) + Self.texts(of: event.data) + Self.texts(of: event.metadata))
    }

    /// Whether any of them occurs in texts.
    func occur(in texts: [String]) -> Bool {
        guard !wholes.isEmpty else { return false }
        var bytes: [UInt8] = []
        for text in texts {
            let text = text.lowercased()
            if wholes.contains(text) { return true }
            bytes += text.utf8
            // No text that is found goes from one text into the next.
            bytes.append(0)
        }
        return parts.contains { $0.occurs(in: bytes.span) }
    }

    /// The texts of a document; of one that is not JSON, its bytes too.
    static func texts(of json: [UInt8]) -> [String] {
        let texts = JSONTexts(json)
        let all = texts.names + texts.strings + texts.numbers
        return texts.isWhole ? all : all + [String(decoding: json, as: UTF8.self)]
    }
}
