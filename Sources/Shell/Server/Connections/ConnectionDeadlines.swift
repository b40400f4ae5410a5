import NIOCore

/// Closes a connection whose client sends a request too slowly, or does not read its answer.
///
/// It sees the bytes of the connection before they are parsed, so that the header of a request has a deadline, too.
final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    // API-22: A request has one deadline from its first byte, and so has each write.

    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How much later than the request's own deadline the connection is closed, so that the client can read why.
    private static let grace = Duration.seconds(5)

    private let connection: Connection
    private let requestTime: Duration
    private let writeTime: Duration

    private var receiveCheck: Scheduled<Void>?
    private var writeCheck: Scheduled<Void>?

    /// The number of writes that the system has not taken.
    private var pendingWrites = 0

    /// When the system last took a write, or the first pending write began.
    private var lastProgress = ContinuousClock.now

    init(_ connection: Connection, _ limits: ServerLimits) {
        self.connection = connection
        requestTime = limits.requestTime + Self.grace
        writeTime = limits.writeTime
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.receive()
        if receiveCheck == nil { checkReceiving(context, after: requestTime) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let promise = promise ?? context.eventLoop.makePromise()
        if pendingWrites == 0 { lastProgress = .now }
        pendingWrites += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.pendingWrites -= 1
            self.lastProgress = .now
        }
        if writeCheck == nil { checkWriting(context, after: writeTime) }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancelChecks()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancelChecks() }

    private func checkReceiving(_ context: ChannelHandlerContext, after time: Duration) {
        receiveCheck = schedule(context, after: time) {
            self.receiveCheck = nil
            guard let began = self.connection.receivingSince else { return }
            self.closeOrWait(context, until: began + self.requestTime, self.checkReceiving)
        }
    }

    private func checkWriting(_ context: ChannelHandlerContext, after time: Duration) {
        writeCheck = schedule(context, after: time) {
            self.writeCheck = nil
            guard self.pendingWrites > 0 else { return }
            self.closeOrWait(context, until: self.lastProgress + self.writeTime, self.checkWriting)
        }
    }

    private func closeOrWait(
        _ context: ChannelHandlerContext, until deadline: ContinuousClock.Instant,
        _ check: (ChannelHandlerContext, Duration) -> Void
    ) {
        let rest = ContinuousClock.now.duration(to: deadline)
        if rest > .zero { check(context, rest) } else { context.close(promise: nil) }
    }

    private func schedule(
        _ context: ChannelHandlerContext, after time: Duration, _ check: @escaping () -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time), check)
    }

    private func cancelChecks() {
        receiveCheck?.cancel()
        writeCheck?.cancel()
    }
}

/// It is used on the event loop of its channel alone.
@available(*, unavailable)
extension ConnectionDeadlines: Sendable {}
