import FeatureAPI

/// What the OpenAPI document of a running server says.
struct APIDocument: Sendable {
    /// A parameter in the path, the query or the header.
    struct Parameter: Sendable {
        let name: String
        let place: String
        let isRequired: Bool
        let schema: JSONValue
    }

    /// A method of a path.
    struct Operation: Sendable {
        let name: String
        let method: String
        let path: String
        let parameters: [Parameter]
        let body: JSONValue?
        let needsSession: Bool
        let responses: [String: JSONValue]

        /// Whether it answers with a stream of events.
        var isStream: Bool { responses.values.contains { $0["content"]?[MediaType.events] != nil } }
    }

    let json: JSONValue

    /// The operations, in the order of their names.
    let operations: [Operation]

    init(_ json: JSONValue) {
        self.json = json
        let paths = json["paths"]?.members ?? [:]
        operations = paths.flatMap { path, methods in
            (methods.members ?? [:]).map { Operation(path: path, method: $0.key.uppercased(), $0.value) }
        }.sorted { $0.name < $1.name }
    }

    /// The schema that a reference names, or the schema itself.
    func resolved(_ schema: JSONValue) -> JSONValue {
        guard let name = schema["$ref"]?.text?.split(separator: "/").last else { return schema }
        return json["components"]?["schemas"]?[String(name)] ?? .null
    }

    /// How an answer differs from what the document says.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - operation: The operation; `nil` if the request was for none.
    /// - Returns: A sentence for each difference.
    func failures(of answer: APIResponse, to operation: Operation?) -> [String] {
        if answer.status >= 500 { return ["the server failed"] }
        guard let success = operation?.responses["\(answer.status)"] else { return problemFailures(of: answer) }
        guard let content = success["content"]?.members else {
            // Text in another form, as of /metrics, is not described.
            return answer.status == 204 && !answer.body.isEmpty ? ["there is a body"] : []
        }
        guard let schema = content[answer.fields["content-type"] ?? ""]?["schema"] else {
            return ["its type is \(answer.fields["content-type"] ?? "missing")"]
        }
        // The answer of a stream is its first part.
        guard answer.fields["content-type"] != MediaType.events else { return [] }
        return failures(of: answer.body, schema)
    }

    private func problemFailures(of answer: APIResponse) -> [String] {
        guard let problem = answer.problem, let schema = json["components"]?["schemas"]?["Problem"] else {
            return ["it is no problem"]
        }
        var failures = failures(of: answer.body, schema)
        if !(400..<500).contains(answer.status) { failures.append("its status is not described") }
        if problem.status != answer.status { failures.append("the problem has the status \(problem.status)") }
        if problem.requestId != answer.fields["x-request-id"] { failures.append("it has another request's id") }
        return failures
    }

    private func failures(of body: [UInt8], _ schema: JSONValue) -> [String] {
        do { return schema.failures(of: try JSONValue(json: body), in: json) } catch { return ["\(error)"] }
    }
}

extension APIDocument.Operation {
    fileprivate init(path: String, method: String, _ operation: JSONValue) {
        self.init(
            name: operation["operationId"]?.text ?? "", method: method, path: path,
            parameters: (operation["parameters"]?.elements ?? []).map(APIDocument.Parameter.init),
            body: operation["requestBody"]?["content"]?[MediaType.json]?["schema"],
            needsSession: operation["security"] != nil,
            responses: (operation["responses"]?.members ?? [:]).filter { $0.key != "default" })
    }
}

extension APIDocument.Parameter {
    fileprivate init(_ parameter: JSONValue) {
        self.init(
            name: parameter["name"]?.text ?? "", place: parameter["in"]?.text ?? "",
            isRequired: parameter["required"] == true, schema: parameter["schema"] ?? .null)
    }
}

extension JSONValue {
    /// The text of a string; `nil` for another value.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of a list; `nil` for another value.
    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
