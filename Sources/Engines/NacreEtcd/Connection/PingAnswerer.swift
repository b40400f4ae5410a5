internal import NIOCore
internal import NIOSSL

/// Answers the pings of a server before the HTTP/2 handler sees them.
///
/// Servers written in Go, such as etcd's, ping with almost every request, to measure how much data is on its way.
/// swift-nio-http2 closes a connection after 200 pings in 30 seconds (its pull request 561), and the transport of
/// grpc-swift does not let its clients raise that limit.
final class PingAnswerer: ChannelInboundHandler {
    // REP-24: Pings of etcd are answered before the HTTP/2 handler, which would close the connection.
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The header of a frame, by RFC 9113, section 4.1: length (3 bytes), type, flags, stream (4 bytes).
    private enum Frame {
        static let headerByteCount = 9
        static let pingByteCount = 17
        static let typeOffset = 3
        static let flagsOffset = 4
        static let pingType: UInt8 = 6
        static let acknowledgedFlag: UInt8 = 1
    }

    /// The bytes of the current frame that have not come yet.
    private var remaining = 0
    /// The beginning of a header or ping whose rest has not come yet.
    private var held: ByteBuffer?
    private var hasAnswered = false

    /// Adds a handler to a new connection, behind the decryption.
    ///
    /// - Parameter channel: The connection; called on its event loop.
    /// - Returns: A future that has the outcome already.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decryption = try? pipeline.handler(type: NIOSSLClientHandler.self)
            try pipeline.addHandler(PingAnswerer(), position: decryption.map { .after($0) } ?? .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if var held {
            held.writeBuffer(&buffer)
            buffer = held
            self.held = nil
        }
        var index = buffer.readerIndex
        while true {
            let count = min(remaining, buffer.writerIndex - index)
            index += count
            remaining -= count
            guard remaining == 0, let length = frameLength(buffer, at: index) else { break }
            guard length == Frame.pingByteCount - Frame.headerByteCount, isPing(buffer, at: index) else {
                index += Frame.headerByteCount
                remaining = length
                continue
            }
            guard buffer.writerIndex - index >= Frame.pingByteCount else { break }
            pass(buffer.readSlice(length: index - buffer.readerIndex), context)
            answer(buffer.readSlice(length: Frame.pingByteCount), context)
            index = buffer.readerIndex
        }
        pass(buffer.readSlice(length: index - buffer.readerIndex), context)
        if buffer.readableBytes > 0 { held = buffer }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        guard hasAnswered else { return }
        hasAnswered = false
        context.flush()
    }

    /// The length of the payload of the frame at an index; `nil` if its header is incomplete.
    private func frameLength(_ buffer: ByteBuffer, at index: Int) -> Int? {
        guard buffer.writerIndex - index >= Frame.headerByteCount,
            let high = buffer.getInteger(at: index, as: UInt8.self),
            let low = buffer.getInteger(at: index + 1, as: UInt16.self)
        else { return nil }
        return Int(high) << 16 | Int(low)
    }

    /// Whether the frame at an index, whose header is complete, is a ping that asks for an answer.
    private func isPing(_ buffer: ByteBuffer, at index: Int) -> Bool {
        buffer.getInteger(at: index + Frame.typeOffset, as: UInt8.self) == Frame.pingType
            && (buffer.getInteger(at: index + Frame.flagsOffset, as: UInt8.self) ?? 0) & Frame.acknowledgedFlag == 0
    }

    private func pass(_ bytes: ByteBuffer?, _ context: ChannelHandlerContext) {
        guard let bytes, bytes.readableBytes > 0 else { return }
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    private func answer(_ ping: ByteBuffer?, _ context: ChannelHandlerContext) {
        guard var answer = ping else { return }
        answer.setInteger(Frame.acknowledgedFlag, at: answer.readerIndex + Frame.flagsOffset)
        context.write(wrapOutboundOut(answer), promise: nil)
        hasAnswered = true
    }
}
