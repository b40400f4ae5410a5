import AuthDomain
import FeatureAPI
import Nacre
import Shell

/// The routes of operators.
struct OperationRoutes: Sendable {
    let application: Application
    let metrics: MetricsRegistry
    let document: OpenAPIDocument

    /// All of them.
    var all: [Route] {
        [
            Route(OperationEndpoints.health) { _ in Reply(message: StatusMessage(status: "ok")) },
            Route(OperationEndpoints.ready) { _ in
                _ = try await application.store.head()
                return Reply(message: StatusMessage(status: "ok"))
            },
            Route(OperationEndpoints.metrics) { caller in
                guard let caller else { throw AuthError(code: .sessionExpired) }
                try caller.account.require(.operator)
                return APIResponse(
                    status: 200, fields: APIFields(["content-type": "text/plain; version=0.0.4; charset=utf-8"]),
                    body: Array(metrics.text.utf8))
            },
            Route(OperationEndpoints.openAPI) { _ in
                APIResponse(
                    status: 200, fields: APIFields(["content-type": MediaType.json]),
                    body: try MessageCoding.encode(document.json))
            },
        ]
    }
}
