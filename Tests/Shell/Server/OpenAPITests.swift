import AuthRemote
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct OpenAPITests {
    @Test func `the document has every route with its method, and no other`() async throws {
        try await TestServer.run { server in
            let answer = try await server.send("GET", "/openapi.json")
            #expect(answer.status == 200)
            let document = try JSONValue(json: answer.body)
            #expect(document["openapi"] == "3.1.0")
            var documented: Set<String> = []
            for (path, operations) in document["paths"]?.members ?? [:] {
                for method in (operations.members ?? [:]).keys { documented.insert("\(method.uppercased()) \(path)") }
            }
            let endpoints = APIServer.endpoints
            #expect(documented == Set(endpoints.map { "\($0.method.rawValue) \($0.path)" }))
            for endpoint in endpoints {
                let target = endpoint.path.description.replacing("{id}", with: "00000000-0000-4000-8000-000000000000")
                let answer = try await server.send(endpoint.method.rawValue, target)
                #expect(answer.status != 405 && answer.problem?.code != "noSuchPath", "\(endpoint.name)")
                let needsSession = endpoint.traits.contains(.session)
                #expect((answer.status == 401) == needsSession, "\(endpoint.name)")
            }
        }
    }

    @Test func `every reference in the document has its schema, and every schema is used`() {
        let document = OpenAPIDocument(endpoints: APIServer.endpoints).json
        let names = Set((document["components"]?["schemas"]?.members ?? [:]).keys.map { "#/components/schemas/\($0)" })
        #expect(document.references == names)
        #expect(names.count > 10)
    }

    @Test func `answers have the form and the status that the document says`() async throws {
        try await TestServer.run { server in
            let document = try JSONValue(json: try await server.send("GET", "/openapi.json").body)
            func check(_ endpoint: EndpointDescription, _ answer: APIResponse) throws {
                let operation = document["paths"]?["\(endpoint.path)"]?[endpoint.method.rawValue.lowercased()]
                let documented = try #require(operation?["responses"]?["\(answer.status)"], "\(endpoint.name)")
                let schema = documented["content"]?["application/json"]?["schema"]
                guard let schema else {
                    #expect(answer.body.isEmpty, "\(endpoint.name)")
                    return
                }
                let failures = schema.failures(of: try JSONValue(json: answer.body), in: document)
                #expect(failures == [], "\(endpoint.name)")
            }
            let session = try await server.session()
            let credentials = CredentialsMessage(email: "bob@example.com", password: TestServer.password)
            try check(AuthEndpoints.register.description, await server.call(AuthEndpoints.register, credentials))
            try check(AuthEndpoints.signIn.description, await server.call(AuthEndpoints.signIn, credentials))
            try check(AuthEndpoints.account.description, await server.call(AuthEndpoints.account, as: session))
            let item = try await server.item("one", as: session)
            let new = NewItemMessage(NewItem(name: "two"))
            try check(ItemEndpoints.create.description, await server.call(ItemEndpoints.create, new, as: session))
            try check(ItemEndpoints.fetch.description, await server.call(ItemEndpoints.fetch, item, as: session))
            let page = ItemPageParameters(ItemPageRequest(limit: 1))
            try check(ItemEndpoints.list.description, await server.call(ItemEndpoints.list, page, as: session))
            let any = ["if-match": "*"]
            try check(
                ItemEndpoints.complete.description, await server.call(ItemEndpoints.complete, item, as: session, any))
            try check(
                ItemEndpoints.delete.description, await server.call(ItemEndpoints.delete, item, as: session, any))
            let profile = NewProfileMessage(NewIdentity(user: "", screenName: "Ada", birthday: "1990-12-10"))
            try check(
                ProfileEndpoints.complete.description,
                await server.call(ProfileEndpoints.complete, profile, as: session))
            try check(OperationEndpoints.health.description, await server.send("GET", "/health"))
            let problem = try await server.send("GET", "/v1/items")
            let schema = document["paths"]?["/v1/items"]?["get"]?["responses"]?["default"]?["content"]?[
                "application/problem+json"]?["schema"]
            #expect(schema?.failures(of: try JSONValue(json: problem.body), in: document) == [])
            try check(
                AuthEndpoints.signOut.description, await server.call(AuthEndpoints.signOut, as: session))
        }
    }
}
