import NIOCore
import NIOEmbedded
import Testing

@testable import NacreEtcd

/// Pings of HTTP/2 in a stream of frames, however it is cut.
@Suite struct PingAnswererTests {
    /// A frame as RFC 9113 lays it out.
    private static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8]) -> [UInt8] {
        [
            UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF), type, flags, 0,
            0, 0, stream,
        ]
            + payload
    }

    private static let data = frame(type: 0, stream: 1, (0..<70).map { _ in 6 })
    private static let empty = frame(type: 4, flags: 1, [])
    private static let acknowledged = frame(type: 6, flags: 1, [1, 2, 3, 4, 5, 6, 7, 8])
    private static let ping = frame(type: 6, [2, 4, 16, 16, 9, 14, 7, 7])
    private static let other = frame(type: 6, [8, 7, 6, 5, 4, 3, 2, 1])

    /// Sends bytes through a handler in pieces of a size.
    ///
    /// - Returns: What comes out at both ends.
    private static func pass(_ bytes: [UInt8], inPiecesOf size: Int) throws -> (inbound: [UInt8], outbound: [UInt8]) {
        let channel = EmbeddedChannel(handler: PingAnswerer())
        var (inbound, outbound): ([UInt8], [UInt8]) = ([], [])
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
        }
        while let buffer = try channel.readInbound(as: ByteBuffer.self) { inbound += buffer.readableBytesView }
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { outbound += buffer.readableBytesView }
        _ = try channel.finish()
        return (inbound, outbound)
    }

    @Test(arguments: [1, 2, 5, 8, 9, 10, 16, 17, 18, 33, 100, 1_000_000])
    func `pings are answered and taken out, and all else passes, whatever the pieces`(size: Int) throws {
        // Needs all three bytes of the length, and many pieces.
        let long = Self.frame(type: 0, stream: 3, [UInt8](repeating: 9, count: size < 1_000 ? 300 : 70_000))
        let bytes =
            Self.ping + Self.data + Self.ping + Self.other + Self.empty + Self.acknowledged + long + Self.ping
            + Self.data
        let (inbound, outbound) = try Self.pass(bytes, inPiecesOf: size)
        #expect(inbound == Self.data + Self.empty + Self.acknowledged + long + Self.data)
        let answer = Self.frame(type: 6, flags: 1, [2, 4, 16, 16, 9, 14, 7, 7])
        #expect(outbound == answer + answer + Self.frame(type: 6, flags: 1, [8, 7, 6, 5, 4, 3, 2, 1]) + answer)
    }

    @Test func `a ping of a wrong length is left to the handler behind`() throws {
        let wrong = Self.frame(type: 6, [1, 2, 3])
        let (inbound, outbound) = try Self.pass(wrong + Self.data, inPiecesOf: 4)
        #expect(inbound == wrong + Self.data)
        #expect(outbound == [])
    }
}
