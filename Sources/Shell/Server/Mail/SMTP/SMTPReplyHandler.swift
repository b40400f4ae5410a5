import NIOCore

/// Passes the replies that arrive on a connection to those that wait for them, one at a time.
///
/// Threading: belongs to the event loop of its channel.
final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// Who waits for the next reply.
    private struct Waiting {
        let promise: EventLoopPromise<SMTPReply>
        let timeout: Scheduled<Void>
    }

    private var decoder = SMTPReplyDecoder()
    private var waiting: Waiting?

    /// Why there will be no further replies.
    private var failure: (any Error)?

    /// Whether nothing was received that is no answer to a command.
    var isIdle: Bool { decoder.isEmpty && waiting == nil && failure == nil }

    /// Waits for the next reply.
    ///
    /// - Parameters:
    ///   - promise: Receives the reply, or the reason why there is none.
    ///   - timeout: The longest time; afterwards the connection is closed.
    ///   - channel: The connection.
    func waitForReply(_ promise: EventLoopPromise<SMTPReply>, within timeout: Duration, on channel: any Channel) {
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let scheduled = channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            bound.value.fail(SMTPTimeout(limit: timeout))
            channel.close(promise: nil)
        }
        waiting = Waiting(promise: promise, timeout: scheduled)
        deliver(on: channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        decoder.append(unwrapInboundIn(data))
        deliver(on: context.channel)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    private func deliver(on channel: any Channel) {
        guard let waiting else { return }
        do {
            // A reply that came before the end of the connection is delivered.
            guard let reply = try decoder.next() else {
                if let failure { fail(failure) }
                return
            }
            self.waiting = nil
            waiting.timeout.cancel()
            waiting.promise.succeed(reply)
        } catch {
            fail(error)
            channel.close(promise: nil)
        }
    }

    private func fail(_ error: any Error) {
        failure = failure ?? error
        guard let waiting else { return }
        self.waiting = nil
        waiting.timeout.cancel()
        waiting.promise.fail(failure ?? error)
    }
}

/// A mail server has taken too long.
struct SMTPTimeout: Error, CustomStringConvertible {
    let limit: Duration

    var description: String { "no reply within \(limit)" }
}
