import FeatureAPI

/// The state of a server as JSON.
struct StatusMessage: APIMessage, Hashable {
    /// `ok`.
    let status: String

    static var schema: Schema? { .object(name: "Status", [.init("status", .string())]) }
}

/// The endpoints of operators.
enum OperationEndpoints {
    /// Whether the process answers.
    static let health = Endpoint<NoParameters, NoMessage, StatusMessage>(
        "health", .get, "/health", "Answers while the process runs.")

    /// Whether the store answers.
    static let ready = Endpoint<NoParameters, NoMessage, StatusMessage>(
        "ready", .get, "/ready", "Answers while the store can be read and requests are accepted.")

    /// The metrics.
    static let metrics = Endpoint<NoParameters, NoMessage, NoMessage>(
        "metrics", .get, "/metrics", "Shows metrics in the text format of Prometheus, to the operator only.", .session)

    /// The document.
    static let openAPI = Endpoint<NoParameters, NoMessage, NoMessage>(
        "openAPI", .get, "/openapi.json", "Shows this document.")

    /// All of them.
    static var descriptions: [EndpointDescription] {
        [health.description, ready.description, metrics.description, openAPI.description]
    }
}
