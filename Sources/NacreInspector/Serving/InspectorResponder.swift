import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// Connects an inspector and its gate with Hummingbird.
struct InspectorResponder: HTTPResponder {
    /// What is known of a request's connection.
    struct Context: InitializableFromSource {
        /// The port that the request has come to.
        let port: Int

        init(source: ApplicationRequestContextSource) {
            port = source.channel.localAddress?.port ?? 0
        }
    }

    let inspector: Inspector
    let gate: InspectorGate

    init(_ inspector: Inspector, _ gate: InspectorGate) {
        self.inspector = inspector
        self.gate = gate
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let answer = await answer(to: InspectorRequest(request), on: context.port)
        var response = Response(answer)
        // A body would be taken for the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        return response
    }

    /// The answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - port: The port that it has come to.
    /// - Returns: The answer.
    func answer(to request: InspectorRequest, on port: Int) async -> InspectorAnswer {
        switch gate.passage(of: request, on: port) {
        case .open: return await inspector.answer(request)
        case .refused(let refusal): return self.answer(to: refusal)
        case .entering(let address, let isFromOtherSite):
            // A browser sends the cookie with no request that another site has begun, a redirected one included.
            var answer =
                isFromOtherSite
                ? InspectorAnswer.html(
                    inspector.renderer.page("Inspector", .entrance, Entrance(address: address), of: nil))
                : .redirect(to: address)
            answer.fields["set-cookie"] = gate.cookie(on: port)
            return answer
        }
    }

    private func answer(to refusal: InspectorGate.Refusal) -> InspectorAnswer {
        let shown = ShownRefusal(refusal)
        var answer = InspectorAnswer.html(
            inspector.renderer.page(shown.title, .refusal, shown, of: nil), status: shown.status)
        // The rest of a request that is not read would be taken for the next one.
        if refusal == .body { answer.fields["connection"] = "close" }
        return answer
    }
}

/// Leads to an address.
private struct Entrance: Sendable {
    let address: String
}

/// Why a request does not reach the inspector, for people; it says nothing of the store.
private struct ShownRefusal: Sendable {
    let status: Int
    let title: String
    let detail: String
    var remedy: String?

    init(_ refusal: InspectorGate.Refusal) {
        switch refusal {
        case .otherHost:
            (status, title) = (421, "This is not the host of the inspector")
            detail = "The inspector answers at 127.0.0.1 and at localhost, with its port."
        case .otherSite:
            (status, title) = (403, "A page of another site asked for this")
            detail = "The inspector shows its pages alone, and gives nothing to pages of other sites."
        case .noToken:
            (status, title) = (403, "The address lacks the token of the inspector")
            detail = "The command that serves the inspector printed an address with a token when it began."
            remedy = "Open that address: this browser is then let in until the inspector ends."
        case .body:
            (status, title) = (413, "The inspector reads no body")
            detail = "It answers requests without a body: what they ask for is in their address."
        }
    }
}

extension InspectorRequest {
    fileprivate init(_ request: Request) {
        var fields: [String: String] = [:]
        for field in request.headers {
            let separator = field.name == .cookie ? "; " : ", "
            let name = field.name.canonicalName
            fields[name] = fields[name].map { $0 + separator + field.value } ?? field.value
        }
        fields["host"] = request.head.authority
        self.init(method: request.method.rawValue, target: request.head.path ?? "/", fields: fields)
    }
}

extension Response {
    fileprivate init(_ answer: InspectorAnswer) {
        var fields = HTTPFields()
        for (name, value) in answer.fields {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let body: ResponseBody
        switch answer.content {
        case .body(let bytes): body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .events(let events):
            body = ResponseBody { writer in
                // A stream has no end of its own, and must not keep the server from ending.
                for try await text in events.cancelOnGracefulShutdown() {
                    try await writer.write(ByteBuffer(string: text))
                }
                try await writer.finish(nil)
            }
        }
        self.init(status: .init(code: answer.status), headers: fields, body: body)
    }
}
