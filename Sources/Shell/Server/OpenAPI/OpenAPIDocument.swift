import FeatureAPI

/// The OpenAPI 3.1 document of an API, made of its endpoints.
struct OpenAPIDocument: Sendable {
    let endpoints: [EndpointDescription]

    /// The document.
    var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        var schemas: [String: JSONValue] = [:]
        for endpoint in endpoints {
            paths[endpoint.path.description, default: [:]][endpoint.method.rawValue.lowercased()] =
                .object(operation(of: endpoint))
            let answer = endpoint.traits.contains(.events) ? nil : endpoint.answer
            for schema in [endpoint.body, answer, Problem.schema].compactMap({ $0 }) {
                schema.collect(into: &schemas)
            }
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Nacre", "version": "1"],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(schemas),
                "securitySchemes": ["session": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }

    private func operation(of endpoint: EndpointDescription) -> [String: JSONValue] {
        let problem: JSONValue = [
            "description": "A problem.", "content": content(MediaType.problem, Problem.schema?.reference ?? .null),
        ]
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.name), "summary": .string(endpoint.summary),
            "parameters": .array(endpoint.parameters.map(parameter) + fields(of: endpoint)),
        ]
        operation["responses"] = .object(["\(endpoint.success)": .object(answer(of: endpoint)), "default": problem])
        if let body = endpoint.body {
            operation["requestBody"] = ["required": true, "content": content(MediaType.json, body.reference)]
        }
        if endpoint.traits.contains(.session) { operation["security"] = [["session": []]] }
        return operation
    }

    private func parameter(_ parameter: APIParameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .boolean(parameter.place == .path), "description": .string(parameter.summary),
            "schema": parameter.schema.reference,
        ]
    }

    /// The header fields of an endpoint's requests.
    private func fields(of endpoint: EndpointDescription) -> [JSONValue] {
        func field(_ name: String, isRequired: Bool, _ description: String) -> JSONValue {
            [
                "name": .string(name), "in": "header", "required": .boolean(isRequired),
                "description": .string(description), "schema": ["type": "string"],
            ]
        }
        var fields: [JSONValue] = []
        if endpoint.traits.contains(.precondition) {
            fields.append(field("If-Match", isRequired: true, "The ETag of the version that the change is meant for."))
        }
        if endpoint.method == .post {
            fields.append(
                field("Idempotency-Key", isRequired: false, "By which a repeat of this request gets its first answer."))
        }
        if endpoint.traits.contains(.events) {
            fields.append(field("Last-Event-ID", isRequired: false, "The id of the last event that was seen."))
        }
        return fields
    }

    private func answer(of endpoint: EndpointDescription) -> [String: JSONValue] {
        var answer: [String: JSONValue] = ["description": .string(endpoint.summary)]
        if endpoint.traits.contains(.versioned) {
            answer["headers"] = ["ETag": ["description": "The version.", "schema": ["type": "string"]]]
        }
        if endpoint.traits.contains(.events) {
            answer["content"] = content(MediaType.events, ["type": "string"])
        } else if let schema = endpoint.answer {
            answer["content"] = content(MediaType.json, schema.reference)
        }
        return answer
    }

    private func content(_ type: String, _ schema: JSONValue) -> JSONValue {
        .object([type: .object(["schema": schema])])
    }
}
