import NIOCore

extension InternetMessage {
    /// The bytes that follow the command DATA: lines that begin with a dot have one more, and a lone dot is the end
    /// (RFC 5321, section 4.5.2).
    var transmitted: ByteBuffer {
        var buffer = ByteBuffer()
        var isAtStart = true
        for byte in text.utf8 {
            if isAtStart, byte == UInt8(ascii: ".") { buffer.writeInteger(byte) }
            buffer.writeInteger(byte)
            isAtStart = byte == UInt8(ascii: "\n")
        }
        buffer.writeString(".\r\n")
        return buffer
    }
}
