extension APIClient {
    /// Receives the events of a stream, over one connection.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - parameters: Its parameters.
    ///   - id: The id of the last event that was seen; `nil` to begin with the present value.
    ///   - receive: Called with each event's id and message, in order.
    /// - Throws: ``APIError``, with code `networkUnreachable` if the connection ends; errors of `receive`;
    ///   `CancellationError`. It returns when the server ends the stream.
    public func follow<Parameters: APIParameters, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, NoMessage, Answer>, _ parameters: Parameters, after id: String?,
        _ receive: (_ id: String?, _ message: Answer) async throws -> Void
    ) async throws {
        var request = try endpoint.request(parameters, NoMessage())
        request.fields["accept"] = MediaType.events
        request.fields["last-event-id"] = id
        var parser = ServerSentEventParser()
        do {
            let response = try await transport.stream(signed(request)) { bytes in
                for event in try parser.parse(bytes) {
                    guard event.event != Self.problemEvent else {
                        throw APIError(
                            code: .serverError, problem: try MessageCoding.decodeAnswer(Array(event.data.utf8)))
                    }
                    try await receive(event.id, try MessageCoding.decodeAnswer(Array(event.data.utf8)))
                }
            }
            guard response.status == endpoint.description.success else { throw APIError(response) }
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw APIError(code: .networkUnreachable, cause: error)
        } catch let error as ServerSentEventError {
            throw APIError(code: .serverError, cause: error)
        }
    }

    /// The kind of event by which a server says why a stream ends.
    private static var problemEvent: String { "problem" }
}
