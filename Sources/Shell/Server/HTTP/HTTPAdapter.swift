import AuthDomain
import DomainKit
import FeatureAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Tracing

/// Connects the handler of requests with Hummingbird: limits, logs, spans.
final class HTTPAdapter: HTTPResponder {
    private let handler: RequestHandler
    private let limits: ServerLimits
    private let metrics: ServerMetrics
    private let logger: Logger
    private let streams = Mutex(0)

    init(_ handler: RequestHandler, limits: ServerLimits, metrics: ServerMetrics, logger: Logger) {
        self.handler = handler
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
            let outcome = await outcome(of: request, fields, id: id, context)
            let name = outcome.endpoint?.name ?? "none"
            span.operationName = name
            span.attributes["http.request.method"] = request.method.rawValue
            var (response, status) = respond(with: outcome, id: id, context)
            // A body would be taken for the next answer.
            if request.method == .head { response = response.createHeadResponse() }
            span.attributes["http.response.status_code"] = status
            log(outcome, status: status, id: id, traceID: RequestHeaders.traceID(in: fields), since: start)
            metrics.count(outcome.endpoint, status: status, lasting: start.duration(to: .now))
            return response
        }
    }

    private func outcome(
        of request: Request, _ fields: APIFields, id: String, _ context: ConnectionContext
    ) async -> RequestHandler.Outcome {
        func refused(_ failure: Failure) -> RequestHandler.Outcome {
            context.closeSoon()
            var response = handler.response(failure, to: id)
            // Otherwise the client sends its next request to a connection that is about to be closed.
            response.fields["connection"] = "close"
            return RequestHandler.Outcome(answer: .response(response))
        }
        let headerSize = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        guard headerSize <= limits.headerSize, request.headers.count <= limits.headerCount else {
            return refused(.headerTooLarge)
        }
        let body: [UInt8]
        do {
            let limit = limits.bodySize
            let collected = try await withDeadline(limits.requestTime) { try await request.body.collect(upTo: limit) }
            guard let collected else { return refused(.requestTimeout) }
            body = Array(collected.readableBytesView)
        } catch {
            return refused(error is NIOTooManyBytesError ? .bodyTooLarge(limit: limits.bodySize) : .requestTimeout)
        }
        let method = APIMethod(rawValue: request.method.rawValue)
        let arrival = RequestHandler.Arrival(
            method: method,
            message: APIRequest(method ?? .get, request.head.path ?? "/", fields: fields, body: body),
            address: context.address, id: id)
        do {
            let outcome = try await withDeadline(limits.requestTime) { [handler] in await handler.answer(arrival) }
            return outcome ?? RequestHandler.Outcome(answer: .response(handler.response(.overloaded, to: id)))
        } catch {
            return RequestHandler.Outcome(answer: .response(handler.response(.overloaded, to: id)))
        }
    }

    private func respond(
        with outcome: RequestHandler.Outcome, id: String, _ context: ConnectionContext
    ) -> (Response, status: Int) {
        let response: APIResponse
        switch outcome.answer {
        case .response(let complete): response = complete
        case .events(let stream):
            guard let body = body(of: stream, outcome.caller) else {
                response = handler.response(.tooManyStreams, to: id)
                break
            }
            var fields: HTTPFields = [.contentType: MediaType.events, .cacheControl: "no-store"]
            fields.set("x-request-id", id)
            return (Response(status: .ok, headers: fields, body: body), 200)
        }
        var fields = HTTPFields()
        for (name, value) in response.fields.all { fields.set(name, value) }
        fields.set("x-request-id", id)
        fields.set("x-content-type-options", "nosniff")
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
        var complete = Response(status: .init(integerLiteral: response.status), headers: fields, body: body)
        // An answer without content must not state its length (RFC 9110, section 8.6).
        if response.status == 204 { complete.headers[.contentLength] = nil }
        return (complete, response.status)
    }

    /// The body of an event stream; `nil` if there are too many.
    private func body(of stream: EventStream, _ caller: Caller?) -> ResponseBody? {
        let isAdmitted = streams.withLock { count in
            guard count < limits.streams else { return false }
            count += 1
            metrics.setStreams(count)
            return true
        }
        guard isAdmitted else { return nil }
        let slot = StreamSlot { [self] in
            streams.withLock { count in
                count -= 1
                metrics.setStreams(count)
            }
        }
        let writing = EventWriting(
            stream: stream, heartbeat: limits.heartbeat, slot: slot,
            isAllowed: { [handler] in
                guard let caller else { return true }
                return try await handler.isValid(caller)
            })
        return ResponseBody { writer in try await writing.write(to: &writer) }
    }

    private func log(
        _ outcome: RequestHandler.Outcome, status: Int, id: String, traceID: String?,
        since start: ContinuousClock.Instant
    ) {
        var metadata: Logger.Metadata = [
            "request": "\(id)", "endpoint": "\(outcome.endpoint?.name ?? "none")", "status": "\(status)",
            "milliseconds": "\((start.duration(to: .now) / .milliseconds(1)).rounded())",
        ]
        if let caller = outcome.caller { metadata["account"] = "\(caller.account.id)" }
        if let traceID { metadata["trace"] = "\(traceID)" }
        if let error = outcome.unexpected {
            metadata["error"] = "\(error)"
            logger.error("a request failed", metadata: metadata)
        } else {
            logger.info("answered a request", metadata: metadata)
        }
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
