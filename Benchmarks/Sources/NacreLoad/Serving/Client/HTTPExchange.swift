import NIOCore
import NIOHTTP1

/// The last handler of a connection: one request at a time, and its answer.
///
/// It is used on the connection's event loop only.
final class HTTPExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart
    typealias Completion = (Result<HTTPAnswer, any Error>) -> Void

    private var context: ChannelHandlerContext?
    private var answer: HTTPAnswer?
    private var completion: Completion?
    private var receive: ((ByteBuffer) -> Void)?

    /// Writes a request, and calls `completion` with its answer.
    ///
    /// With `receive`, that is called with the parts of the body, which the answer then does not have.
    func send(_ call: HTTPCall, receive: ((ByteBuffer) -> Void)? = nil, completion: @escaping Completion) {
        guard let context, context.channel.isActive, self.completion == nil else {
            return completion(.failure(HTTPConnectionError.closed))
        }
        self.completion = completion
        self.receive = receive
        context.write(wrapOutboundOut(.head(call.head)), promise: nil)
        if let body = call.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        complete(.failure(HTTPConnectionError.closed))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = HTTPAnswer(head: head)
        case .body(var part):
            if let receive { receive(part) } else { answer?.body.writeBuffer(&part) }
        case .end:
            guard let answer else { return }
            self.answer = nil
            complete(.success(answer))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        complete(.failure(HTTPConnectionError.closed))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        complete(.failure(error))
        context.close(promise: nil)
    }

    private func complete(_ result: Result<HTTPAnswer, any Error>) {
        guard let completion else { return }
        self.completion = nil
        receive = nil
        completion(result)
    }
}

/// Why a request on a connection has no answer.
enum HTTPConnectionError: Error, CustomStringConvertible {
    case closed

    var description: String { "the server closed the connection" }
}
