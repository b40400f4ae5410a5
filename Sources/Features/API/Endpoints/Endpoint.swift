/// An operation of the API: what its requests and answers are.
///
/// The server's routes, the requests of clients and the OpenAPI document are made of the same endpoints.
public struct Endpoint<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>: Sendable {
    /// Everything but the types.
    public let description: EndpointDescription

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - name: Its name, unique in the API: `createItem`.
    ///   - method: The method.
    ///   - path: The path, with parameters in braces.
    ///   - summary: What it does, in one sentence.
    ///   - success: The status of a successful answer.
    ///   - traits: What else holds for it.
    public init(
        _ name: String, _ method: APIMethod, _ path: String, _ summary: String, success: Int = 200,
        _ traits: EndpointTraits = []
    ) {
        description = EndpointDescription(
            name: name, method: method, path: PathTemplate(path), summary: summary, success: success, traits: traits,
            parameters: Parameters.parameters, body: Body.schema, answer: Answer.schema)
    }

    /// A request of this endpoint.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - body: The body.
    /// - Returns: The request, without fields that identify the client.
    /// - Throws: Errors of encoding.
    public func request(_ parameters: Parameters, _ body: Body) throws -> APIRequest {
        let values = parameters.values
        let query = description.parameters.compactMap { parameter in
            parameter.place == .query
                ? values[parameter.name].map { "\(parameter.name)=\(PercentCoding.encode($0))" } : nil
        }
        let path = description.path.path(with: values)
        var request = APIRequest(description.method, query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))")
        if Body.schema != nil {
            request.fields["content-type"] = MediaType.json
            request.body = try MessageCoding.encode(body)
        }
        return request
    }
}

/// Everything of an ``Endpoint`` but its types.
public struct EndpointDescription: Sendable, Hashable {
    /// Its name, unique in the API.
    public let name: String

    /// The method.
    public let method: APIMethod

    /// The path.
    public let path: PathTemplate

    /// What it does, in one sentence.
    public let summary: String

    /// The status of a successful answer.
    public let success: Int

    /// What else holds for it.
    public let traits: EndpointTraits

    /// The parameters.
    public let parameters: [APIParameter]

    /// The schema of the body; `nil` if requests have none.
    public let body: Schema?

    /// The schema of the answer, or of each event's data; `nil` if answers are empty.
    public let answer: Schema?
}

/// What holds for an endpoint.
public struct EndpointTraits: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Creates traits from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A session is needed.
    public static let session = EndpointTraits(rawValue: 1)

    /// The field `If-Match` is needed: the operation changes something that has a version.
    public static let precondition = EndpointTraits(rawValue: 2)

    /// The answer has the field `ETag`.
    public static let versioned = EndpointTraits(rawValue: 4)

    /// The answer is a stream of server-sent events.
    public static let events = EndpointTraits(rawValue: 8)
}
