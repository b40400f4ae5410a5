import Nacre

/// The encoding of an event's tags in a row: one line each, because tags have no control characters.
enum TagLines {
    static func encode(_ tags: [Tag]) -> [UInt8] {
        guard let first = tags.first else { return [] }
        var bytes = [UInt8](first.text.utf8)
        for tag in tags.dropFirst() {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: tag.text.utf8)
        }
        return bytes
    }

    static func decode(_ bytes: [UInt8]) -> [Tag] {
        guard !bytes.isEmpty else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).map { Tag(String(decoding: $0, as: UTF8.self)) }
    }
}
