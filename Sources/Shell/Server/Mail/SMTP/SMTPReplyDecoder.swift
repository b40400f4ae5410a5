import NIOCore

/// Reads replies from the bytes of a connection.
struct SMTPReplyDecoder {
    /// The bytes are no reply of a mail server, or more than one can have.
    struct Malformed: Error {}

    /// The most bytes of a reply.
    private static let largestReply = 16 * 1024

    private var bytes = ByteBuffer()
    private var lines: [String] = []

    /// The number of bytes of the lines.
    private var lineBytes = 0

    /// Whether no bytes were received that belong to no reply yet.
    var isEmpty: Bool { bytes.readableBytes == 0 && lines.isEmpty }

    /// Adds bytes that were received.
    mutating func append(_ received: ByteBuffer) {
        bytes.writeImmutableBuffer(received)
    }

    /// Takes the next reply.
    ///
    /// - Returns: The reply; `nil` if it is not complete yet.
    /// - Throws: ``Malformed``.
    mutating func next() throws(Malformed) -> SMTPReply? {
        while let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let count = end - bytes.readerIndex + 1
            lineBytes += count
            guard lineBytes <= Self.largestReply, let line = bytes.readBytes(length: count) else { throw Malformed() }
            let parts = try Self.parts(of: line.dropLast())
            lines.append(parts.text)
            guard parts.isLast else { continue }
            defer { (lines, lineBytes) = ([], 0) }
            return SMTPReply(code: parts.code, lines: lines)
        }
        guard lineBytes + bytes.readableBytes <= Self.largestReply else { throw Malformed() }
        return nil
    }

    private static func parts(
        of line: ArraySlice<UInt8>
    ) throws(Malformed) -> (code: Int, isLast: Bool, text: String) {
        let ended = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let text = String(decoding: ended, as: UTF8.self)
        guard let parts = text.wholeMatch(of: /([2-5][0-9]{2})(?:([ -])(.*))?/), let code = Int(parts.1) else {
            throw Malformed()
        }
        return (code, parts.2 != "-", String(parts.3 ?? ""))
    }
}
