import AsyncHTTPClient
import FeatureAPI
import NIOHTTP1
import Testing

typealias HTTPBody = HTTPClientResponse.Body

extension TestServer {
    /// Begins a request with a session.
    func begin(
        _ method: String, _ target: String, as session: Session, after id: String? = nil
    ) async throws -> HTTPClientResponse {
        var fields = APIFields()
        session.sign(&fields)
        fields["last-event-id"] = id
        return try await begin(method, target, fields: fields)
    }

    /// Opens a stream of events.
    func events(_ target: String, as session: Session, after id: String? = nil) async throws -> ReceivedEvents {
        let response = try await begin("GET", target, as: session, after: id)
        try #require(response.status.code == 200)
        #expect(response.headers.first(name: "content-type") == MediaType.events)
        return ReceivedEvents(response.body)
    }
}
