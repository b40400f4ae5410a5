import NIOCore
import Testing

@testable import ShellServer

@Suite struct SMTPReplyDecoderTests {
    /// The replies in pieces of a text.
    private func replies(in pieces: [String]) throws -> [SMTPReply] {
        var decoder = SMTPReplyDecoder()
        var replies: [SMTPReply] = []
        for piece in pieces {
            decoder.append(ByteBuffer(string: piece))
            while let reply = try decoder.next() { replies.append(reply) }
        }
        return replies
    }

    private let text = "220 ready\r\n250-mail.test\r\n250-STARTTLS\r\n250 auth PLAIN LOGIN\r\n354\r\n"

    @Test func `replies of one and of several lines are read, in pieces of any size`() throws {
        let expected = [
            SMTPReply(code: 220, lines: ["ready"]),
            SMTPReply(code: 250, lines: ["mail.test", "STARTTLS", "auth PLAIN LOGIN"]),
            SMTPReply(code: 354, lines: [""]),
        ]
        for size in 1...text.utf8.count {
            let bytes = Array(text.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
            }
            #expect(try replies(in: pieces) == expected, "\(size)")
        }
    }

    @Test func `the extensions of a server are the words of its lines, in any case`() throws {
        let hello = try replies(in: [text])[1]
        #expect(hello.parameters(of: "STARTTLS") == [])
        #expect(hello.parameters(of: "AUTH") == ["PLAIN", "LOGIN"])
        #expect(hello.parameters(of: "MAIL.TEST") == nil)
    }

    @Test(arguments: [
        "hello\r\n", "22 ready\r\n", "2200 ready\r\n", "220ready\r\n", "120 ready\r\n", "600 ready\r\n", "\r\n",
        "HTTP/1.1 400 Bad Request\r\n",
    ])
    func `what is no reply is refused`(text: String) {
        #expect(throws: SMTPReplyDecoder.Malformed.self) { try replies(in: [text]) }
    }

    @Test func `a reply without an end is refused`() {
        let long = String(repeating: "2", count: 1_000)
        let line = "250-" + String(repeating: "a", count: 500) + "\r\n"
        #expect(throws: SMTPReplyDecoder.Malformed.self) { try replies(in: [String](repeating: line, count: 40)) }
        #expect(throws: SMTPReplyDecoder.Malformed.self) { try replies(in: [String](repeating: long, count: 20)) }
    }

    @Test(arguments: [
        ("550 5.1.1 <ada@example.com>: unknown", "550 5.1.1"), ("550 ada@example.com is unknown", "550"),
        ("421 4.3.2", "421 4.3.2"), ("550 5.1.1ada@example.com", "550"), ("354", "354"),
    ])
    func `the status of a reply has its codes, and nothing of its text`(line: String, status: String) throws {
        #expect(try replies(in: ["\(line)\r\n"]).map(\.status) == [status])
    }
}
