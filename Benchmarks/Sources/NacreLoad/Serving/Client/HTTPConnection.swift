package import FeatureAPI
package import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection to a server on loopback, which stays open.
package struct HTTPConnection: Sendable {
    let exchange: NIOLoopBound<HTTPExchange>
    private let channel: any Channel

    /// Opens a connection.
    ///
    /// The server limits the connections of an address: many clients need several, of which loopback has plenty.
    package init(to port: Int, from address: String = "127.0.0.1", on loop: any EventLoop) async throws {
        // Kept from the start: the pipeline of a connection that the server closes at once is empty.
        let exchange = try await loop.submit { NIOLoopBound(HTTPExchange(), eventLoop: loop) }.get()
        channel = try await ClientBootstrap(group: loop)
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        HTTPRequestEncoder(), ByteToMessageHandler(HTTPResponseDecoder()), exchange.value,
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        self.exchange = exchange
    }

    /// Sends a request, and waits for its answer.
    package func answer(to call: HTTPCall) async throws -> HTTPAnswer {
        try await channel.eventLoop.flatSubmit { [channel, exchange] in
            let promise = channel.eventLoop.makePromise(of: HTTPAnswer.self)
            exchange.value.send(call) { promise.completeWith($0) }
            return promise.futureResult
        }.get()
    }

    /// Sends a request whose answer goes on, and passes on the parts of its body as they come.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - receive: Called with each part, on the event loop.
    /// - Returns: The answer when it ends, without its body; it fails when the connection does.
    package func follow(_ call: HTTPCall, _ receive: @escaping @Sendable (ByteBuffer) -> Void)
        -> EventLoopFuture<HTTPAnswer>
    {
        channel.eventLoop.flatSubmit { [channel, exchange] in
            let promise = channel.eventLoop.makePromise(of: HTTPAnswer.self)
            exchange.value.send(call, receive: receive) { promise.completeWith($0) }
            return promise.futureResult
        }
    }

    /// Sends a request of an endpoint, and decodes its answer.
    ///
    /// - Throws: ``HarnessError`` if the server answers with another status than the endpoint's.
    package func answer<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        to endpoint: Endpoint<Parameters, Body, Answer>, _ parameters: Parameters, _ body: Body, token: String? = nil
    ) async throws -> Answer {
        let request = try endpoint.request(parameters, body)
        let answer = try await answer(
            to: HTTPCall(
                HTTPMethod(rawValue: request.method.rawValue), request.target, token: token,
                body: Body.schema == nil ? nil : ByteBuffer(bytes: request.body)))
        guard answer.status == endpoint.description.success else {
            throw HarnessError(
                .unavailable, "the server answered \(endpoint.description.name) with \(answer.status): \(answer.text)")
        }
        let bytes = Answer.schema == nil ? Array("{}".utf8) : Array(answer.body.readableBytesView)
        return try MessageCoding.decode(bytes)
    }

    package func close() async throws {
        do { try await channel.close() } catch ChannelError.alreadyClosed {}
    }
}
