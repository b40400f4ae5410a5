import AuthDomain
import DomainKit
import FeatureAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Tracing

/// Connects the handler of requests with Hummingbird: limits, logs, spans.
final class HTTPAdapter: HTTPResponder {
    private let handler: RequestHandler
    private let limits: ServerLimits
    private let metrics: ServerMetrics
    private let logger: Logger
    private let connections: OpenConnections
    private let streams: OpenStreams
    private let deadlines = Deadlines()

    init(
        _ handler: RequestHandler, on connections: OpenConnections, limits: ServerLimits, metrics: ServerMetrics,
        logger: Logger
    ) {
        self.handler = handler
        self.connections = connections
        streams = OpenStreams(limits, metrics)
        self.limits = limits
        self.metrics = metrics
        self.logger = logger
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let start = ContinuousClock.now
        let fields = APIFields(request.head)
        let id = RequestHeaders.requestID(in: fields)
        var parent = ServiceContext.current ?? .topLevel
        InstrumentationSystem.instrument.extract(fields, into: &parent, using: FieldExtractor())
        return await withSpan("\(request.method.rawValue) request", context: parent, ofKind: .server) { span in
            let arrival = arrival(of: request, fields, id: id, context)
            let outcome = await outcome(of: request, arrival, context)
            let name = outcome.endpoint ?? "none"
            span.operationName = name
            span.attributes["http.request.method"] = request.method.rawValue
            var (response, status) = respond(with: outcome, to: arrival, context)
            // A body would be taken for the next answer.
            if request.method == .head { response = response.createHeadResponse() }
            span.attributes["http.response.status_code"] = status
            log(outcome, status: status, id: id, traceID: RequestHeaders.traceID(in: fields), since: start)
            metrics.count(outcome.endpoint, status: status, lasting: start.duration(to: .now))
            return response
        }
    }

    private func arrival(
        of request: Request, _ fields: APIFields, id: String, _ context: ConnectionContext
    ) -> RequestHandler.Arrival {
        let headerSize = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        let hasFittingHeader = headerSize <= limits.headerSize && request.headers.count <= limits.headerCount
        let client = connections.connection(of: context.channel)?.client
        return RequestHandler.Arrival(
            method: APIMethod(rawValue: request.method.rawValue), isHead: request.method == .head,
            target: request.head.path ?? "/", fields: fields,
            address: client ?? ClientAddress.text(of: context.channel.remoteAddress), id: id,
            host: request.head.authority, refusal: hasFittingHeader ? nil : .headerTooLarge)
    }

    private func outcome(
        of request: Request, _ arrival: RequestHandler.Arrival, _ context: ConnectionContext
    ) async -> RequestHandler.Outcome {
        let connection = connections.connection(of: context.channel)
        let deadline = (connection?.beginRequest() ?? .now) + limits.requestTime
        let body = IncomingBody(request, limit: limits.bodySize, of: connection)
        var outcome: RequestHandler.Outcome
        do {
            let answered = try await deadlines.run(until: deadline) { [handler] in
                await handler.answer(arrival) { try await body.read() }
            }
            let late: Failure = body.isComplete ? .overloaded : .requestTimeout
            outcome = answered ?? RequestHandler.Outcome(answer: .response(handler.response(late, to: arrival)))
        } catch {
            outcome = RequestHandler.Outcome(answer: .response(handler.response(.overloaded, to: arrival)))
        }
        if !body.isReusable, case .response(var response) = outcome.answer {
            context.closeSoon()
            // Otherwise the client sends its next request to a connection that is about to be closed.
            response.fields["connection"] = "close"
            outcome.answer = .response(response)
        }
        return outcome
    }

    private func respond(
        with outcome: RequestHandler.Outcome, to arrival: RequestHandler.Arrival, _ context: ConnectionContext
    ) -> (Response, status: Int) {
        let response: APIResponse
        switch outcome.answer {
        case .response(let complete): response = complete
        case .events(let stream):
            do throws(Failure) {
                let body = try body(of: stream, for: outcome, to: arrival)
                var fields: HTTPFields = [.contentType: MediaType.events, .cacheControl: "no-store"]
                fields.set("x-request-id", arrival.id)
                return (Response(status: .ok, headers: fields, body: body), 200)
            } catch {
                response = handler.response(error, to: arrival)
            }
        }
        var fields = HTTPFields()
        for (name, value) in response.fields.all { fields.set(name, value) }
        fields.set("x-request-id", arrival.id)
        fields.set("x-content-type-options", "nosniff")
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
        var complete = Response(status: .init(integerLiteral: response.status), headers: fields, body: body)
        // An answer without content must not state its length (RFC 9110, section 8.6).
        if response.status == 204 { complete.headers[.contentLength] = nil }
        return (complete, response.status)
    }

    /// The body of an event stream.
    ///
    /// - Throws: A ``Failure`` if there are too many.
    private func body(
        of stream: EventStream, for outcome: RequestHandler.Outcome, to arrival: RequestHandler.Arrival
    ) throws(Failure) -> ResponseBody {
        let slot = try streams.open(for: outcome.client)
        let writing = EventWriting(
            stream: stream, heartbeat: limits.heartbeat, slot: slot,
            isAllowed: { [handler, caller = outcome.caller] in
                guard let caller else { return true }
                return try await handler.isValid(caller)
            },
            report: { [logger] error in
                var metadata = Self.metadata(of: outcome, id: arrival.id)
                metadata["error"] = "\(error)"
                logger.error("an event stream failed", metadata: metadata)
            })
        return ResponseBody { writer in try await writing.write(to: &writer) }
    }

    private func log(
        _ outcome: RequestHandler.Outcome, status: Int, id: String, traceID: String?,
        since start: ContinuousClock.Instant
    ) {
        var metadata = Self.metadata(of: outcome, id: id)
        metadata["status"] = "\(status)"
        metadata["milliseconds"] = "\((start.duration(to: .now) / .milliseconds(1)).rounded())"
        if let traceID { metadata["trace"] = "\(traceID)" }
        if let error = outcome.unexpected {
            metadata["error"] = "\(error)"
            logger.error("a request failed", metadata: metadata)
        } else {
            logger.info("answered a request", metadata: metadata)
        }
    }
}

extension HTTPAdapter {
    /// What every entry of the log says of a request.
    private static func metadata(of outcome: RequestHandler.Outcome, id: String) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["request": "\(id)", "endpoint": "\(outcome.endpoint ?? "none")"]
        if let caller = outcome.caller { metadata["account"] = "\(caller.account.id)" }
        return metadata
    }
}

/// Reads the fields by which spans are continued.
private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: APIFields) -> String? { fields[key] }
}

extension APIFields {
    /// The fields of a request; several of one name become a list.
    fileprivate init(_ head: HTTPRequest) {
        self.init()
        for field in head.headerFields { add(field.value, to: field.name.canonicalName) }
    }
}

extension HTTPFields {
    /// Sets a field; a text that is no valid name sets none.
    fileprivate mutating func set(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }
}
