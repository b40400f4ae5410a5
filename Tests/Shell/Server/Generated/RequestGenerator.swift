import FeatureAPI
import TestRandomness

/// A request that was made of an OpenAPI document.
struct GeneratedRequest: Sendable, CustomStringConvertible {
    /// The operation that it is for; `nil` for a path or a method that the document does not have.
    var operation: APIDocument.Operation?

    var method: String
    var target: String
    var fields = APIFields()
    var body: [UInt8] = []

    var description: String {
        "\(method) \(target) \(fields.all) \(String(decoding: body.prefix(300), as: UTF8.self))"
    }
}

/// Makes requests of an OpenAPI document in a sequence that a seed determines.
struct RequestGenerator: Sendable {
    private let document: APIDocument
    private var bodies: BodyGenerator
    private var generator: SeededGenerator
    private var count = 0
    private let name: String

    /// The token of the session in which valid requests are made.
    var token = ""

    /// The ids of that session's items.
    var items: [String] = []

    /// The id of that session's account.
    var account = ""

    /// The operations that have succeeded; fitting requests are for others.
    var succeeded: Set<String> = []

    /// Whether the request that is made fits, so that it should succeed.
    private var isFitting = false

    /// Objects that the API takes as a whole, by the names of their schemas.
    var examples: [String: [JSONValue]] {
        get { bodies.examples }
        set { bodies.examples = newValue }
    }

    /// Ids and tokens of others, used-up tokens, and cursors.
    private let foreignIDs: [String]
    private let spentTokens: [String]

    /// The operations that are chosen less often than others.
    private let rare: Set<String>

    /// The last entity tags of what paths are about.
    private var tags: [String: String] = [:]

    private var cursors = ["c0", "c1", "c3w5e11264sgsf", "czzzzzzzzzzzzzzzzz", "d1", "", "c-1"]

    init(
        _ document: APIDocument, name: String, seed: UInt64, values: [String: [String]], foreignIDs: [String],
        spentTokens: [String], rare: Set<String>
    ) {
        self.document = document
        self.name = name
        self.foreignIDs = foreignIDs
        self.spentTokens = spentTokens
        self.rare = rare
        bodies = BodyGenerator(document: document, values: values)
        generator = SeededGenerator(seed: seed)
    }

    /// Uses what an answer has shown in later requests.
    mutating func learn(from answer: APIResponse, to request: GeneratedRequest) {
        if let tag = answer.fields["etag"] { tags[subject(of: request.target)] = tag }
        guard let body = try? JSONValue(json: answer.body) else { return }
        if let id = body["id"]?.text { items = items.suffix(20) + [id] }
        if let cursor = body["next"]?.text { cursors = cursors.prefix(7) + [cursor] }
    }

    /// The next request.
    mutating func next() throws -> GeneratedRequest {
        count += 1
        isFitting = generator.chance(20)
        let operation = chosenOperation()
        var request = GeneratedRequest(
            operation: operation, method: operation.method, target: target(of: operation))
        if isFitting {
            // Nothing differs from the document.
        } else if generator.chance(3) {
            (request.operation, request.method) = (nil, Self.methods[generator.below(Self.methods.count)])
        } else if generator.chance(3) {
            (request.operation, request.target) = (nil, Self.targets[generator.below(Self.targets.count)])
        }
        if let schema = operation.body {
            request.body = try bodies.body(for: schema, isFitting: isFitting, using: &generator)
        } else if !isFitting, generator.chance(5) {
            request.body = Array("{}".utf8)
        }
        // The client sends no such request.
        if request.method == "TRACE" { request.body = [] }
        setFields(of: &request, operation)
        return request
    }

    private mutating func chosenOperation() -> APIDocument.Operation {
        let missing = document.operations.filter { !succeeded.contains($0.name) }
        if isFitting, let operation = missing.randomElement(using: &generator) { return operation }
        let operation = document.operations[generator.below(document.operations.count)]
        guard rare.contains(operation.name), generator.chance(75) else { return operation }
        return document.operations[generator.below(document.operations.count)]
    }

    private mutating func target(of operation: APIDocument.Operation) -> String {
        var path = operation.path
        var query: [String] = []
        for parameter in operation.parameters {
            switch parameter.place {
            case "path": path = path.replacing("{\(parameter.name)}", with: pathValue(in: path))
            case "query":
                guard !isFitting, generator.chance(40) else { continue }
                query.append("\(parameter.name)=\(queryValue(of: parameter))")
                if generator.chance(3) { query.append(query[0]) }
            default: continue
            }
        }
        if !isFitting, generator.chance(3) {
            query.append(["more=1", "%zz=1", "=", "&&", "limit"][generator.below(5)])
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    private mutating func pathValue(in path: String) -> String {
        if path.hasPrefix("/v1/profiles/"), generator.chance(70) { return account }
        if let item = items.randomElement(using: &generator), generator.chance(70) { return item }
        let others = foreignIDs + Self.ids
        return others[generator.below(others.count)]
    }

    private mutating func queryValue(of parameter: APIDocument.Parameter) -> String {
        if parameter.name == "after" { return PercentCoding.encode(cursors[generator.below(cursors.count)]) }
        guard generator.chance(70) else {
            return PercentCoding.encode(BodyGenerator.texts[generator.below(BodyGenerator.texts.count - 2)])
        }
        switch bodies.value(of: parameter.schema, named: parameter.name, using: &generator) {
        case .number(let number): return "\(Int(number))"
        case .boolean(let flag): return "\(flag)"
        case .string(let text): return PercentCoding.encode(text)
        default: return ""
        }
    }

    private mutating func setFields(of request: inout GeneratedRequest, _ operation: APIDocument.Operation) {
        if !request.body.isEmpty {
            request.fields["content-type"] = pick("application/json", or: Self.contentTypes)
        }
        if operation.needsSession || generator.chance(10) { request.fields["authorization"] = authorization() }
        for parameter in operation.parameters where parameter.place == "header" {
            guard parameter.isRequired ? generator.chance(95) : generator.chance(60) else { continue }
            switch parameter.name {
            case "If-Match": request.fields["if-match"] = precondition(of: request.target)
            case "Idempotency-Key":
                request.fields["idempotency-key"] = pick("\(name)-\(count)", or: Self.keys, 40)
            default: request.fields[parameter.name] = BodyGenerator.texts[2]
            }
        }
        if generator.chance(10) {
            request.fields["x-request-id"] = pick("request-\(count)", or: ["", "a b", "\"", "{}"])
        }
        if generator.chance(2) { request.fields["x-long"] = String(repeating: "a", count: generator.below(20_000)) }
    }

    private mutating func pick(_ usual: String, or others: [String], _ percent: Int = 85) -> String {
        isFitting || generator.chance(percent) ? usual : others[generator.below(others.count)]
    }

    private mutating func authorization() -> String {
        let wrong = spentTokens.map { "Bearer \($0)" } + ["", "Bearer", "Basic YTpi", "Bearer \(token)x", token]
        return isFitting || generator.chance(90) ? "Bearer \(token)" : wrong[generator.below(wrong.count)]
    }

    private mutating func precondition(of target: String) -> String {
        switch generator.below(isFitting ? 6 : 10) {
        case 0..<3: "*"
        case 3..<6: tags[subject(of: target)] ?? "\"v\(generator.below(2))\""
        case 6..<8: "\"v\(1 + generator.below(6))\""
        default: Self.preconditions[generator.below(Self.preconditions.count)]
        }
    }

    /// What a path is about: the id of an item; of a profile, the session's account.
    private func subject(of target: String) -> String {
        if target.hasPrefix("/v1/profile") { return account }
        return target.split { "/?".contains($0) }.dropFirst(2).first.map(String.init) ?? ""
    }

    private static let methods = ["TRACE", "HEAD", "OPTIONS", "PROPFIND"]
    private static let targets = ["/", "/v1", "/v1/items/", "//", "/v2/items"]
    private static let ids = [
        "00000000-0000-4000-8000-000000000000", "7", "%00", "%F0%9F%90%9A", "%ff", "%2e%2e", "a%2Fb",
    ]
    private static let contentTypes = [
        "application/json; charset=utf-8", "application/json; charset=latin1", "text/plain", "json", "",
        "multipart/form-data; boundary=a",
    ]
    /// Mostly one key, so that another request under it is common.
    private static let keys =
        [String](repeating: "k-1", count: 8) + ["k-2", "", "a b", String(repeating: "k", count: 129), "\"k\""]
    private static let preconditions = [
        "v1", "\"v0\"", "\"v18446744073709551615\"", "\"v99999999999999999999\"", "W/\"v1\"", "\"v1\", \"v2\"", ",",
        "\"",
        "", "\"v01\"", "\"v-1\"", "*, \"v1\"",
    ]
}
