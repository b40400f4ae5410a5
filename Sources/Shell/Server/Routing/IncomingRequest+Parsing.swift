import DomainKit
import FeatureAPI

extension IncomingRequest {
    /// Parses parameters and body.
    ///
    /// - Throws: `ValidationError`, `MessageError` or ``Problem`` if they do not fit the endpoint.
    func call<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        to endpoint: Endpoint<Parameters, Body, Answer>
    ) throws -> Call<Parameters, Body> {
        let values = try pathValues.merging(queryValues(of: endpoint.description)) { path, _ in path }
        let parameters = try Parameters(APIParameterValues(values))
        return Call(self, parameters, try body(Body.self))
    }

    private func body<Body: APIMessage>(_ type: Body.Type) throws -> Body {
        guard Body.schema != nil else {
            guard message.body.isEmpty else {
                throw Problem(status: 400, code: "unexpectedBody", detail: "this takes no body: send none")
            }
            if let none = NoMessage() as? Body { return none }
            return try MessageCoding.decode(Array("{}".utf8))
        }
        guard let contentType = message.fields["content-type"], MediaType.isJSON(contentType) else {
            throw Problem(
                status: 415, code: "unsupportedMediaType",
                detail: "the body is not declared as JSON in UTF-8: send Content-Type: application/json")
        }
        return try MessageCoding.decode(message.body)
    }

    private func queryValues(of endpoint: EndpointDescription) throws(ValidationError) -> [String: String] {
        let query = message.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(parts[0]),
                let value = PercentCoding.decode(parts.count > 1 ? parts[1] : "")
            else { throw Self.failure(String(pair), "is not percent-encoded UTF-8: encode it") }
            guard endpoint.parameters.contains(where: { $0.place == .query && $0.name == name }) else {
                throw Self.failure(name, "is unknown here: leave it out")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Self.failure(name, "is given twice: give it once")
            }
        }
        return values
    }

    private static func failure(_ name: String, _ message: String) -> ValidationError {
        ValidationError(ValidationFailure(field: String(name.prefix(100)), value: "", message: message))
    }
}
