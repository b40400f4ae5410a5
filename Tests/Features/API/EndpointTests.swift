import DomainKit
import FeatureAPI
import Testing

@Suite struct EndpointTests {
    @Test func `a path gives the values of its parameters, decoded`() throws {
        let path = PathTemplate("/v1/items/{id}/events")
        #expect(path.values(in: try #require(PathTemplate.segments(of: "/v1/items/a%20b/events"))) == ["id": "a b"])
        #expect(path.precision == 3)
        #expect(path.path(with: ["id": "a b"]) == "/v1/items/a%20b/events")
    }

    @Test(arguments: [
        "", "/", "/v1/items", "/v1/items//events", "/v1/items/1/events/", "/v1/items/1/other", "v1/items/1/events",
        "/v1/items/%ff/events", "//v1/items/1/events",
    ])
    func `another path does not match`(path: String) {
        let template = PathTemplate("/v1/items/{id}/events")
        #expect(PathTemplate.segments(of: path[...]).flatMap { template.values(in: $0) } == nil)
    }

    private struct Search: APIParameters {
        let id: String
        let limit: Int
        let isWhole: Bool

        static let parameters = [
            APIParameter("id", in: .path, .string(), "An id."), APIParameter("limit", in: .query, .integer, "A limit."),
            APIParameter("whole", in: .query, .boolean, "A flag."),
        ]

        init(_ values: APIParameterValues) throws(ValidationError) {
            id = values.text("id") ?? ""
            (limit, isWhole) = try validated(
                { () throws(ValidationError) in try values.integer("limit", default: 7) },
                { () throws(ValidationError) in try values.flag("whole") })
        }

        var values: [String: String] { ["id": id, "limit": "\(limit)", "whole": "\(isWhole)"] }
    }

    @Test func `parameters have defaults, and every invalid one is named`() throws {
        let standard = try Search(APIParameterValues(["id": "1"]))
        #expect(standard.limit == 7)
        #expect(!standard.isWhole)
        let error = #expect(throws: ValidationError.self) {
            try Search(APIParameterValues(["limit": "x", "whole": "yes"]))
        }
        #expect(error?.failures.map(\.field) == ["limit", "whole"])
    }

    @Test func `a request has its parameters in path and query, and no body without a schema`() throws {
        let endpoint = Endpoint<Search, NoMessage, NoMessage>("search", .get, "/search/{id}", "Searches.")
        let request = try endpoint.request(Search(APIParameterValues(["id": "a/b", "limit": "3"])), NoMessage())
        #expect(request.target == "/search/a%2Fb?limit=3&whole=false")
        #expect(request.body.isEmpty)
        #expect(request.fields["Content-Type"] == nil)
    }

    @Test func `fields are found without regard to case, and several become a list`() {
        var fields = APIFields(["If-Match": "a"])
        fields.add("b", to: "IF-MATCH")
        #expect(fields["if-match"] == "a, b")
        #expect(fields.all.map(\.name) == ["if-match"])
    }
}
