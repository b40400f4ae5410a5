import FeatureAPI
import ItemsDomain
import ItemsRemote
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

/// The API on SQLite must refuse what Nacre's refuses: otherwise its figures are those of less work.
@Suite struct ItemServerTests {
    private struct Served {
        var connection: HTTPConnection
        var tokens: [[String]]

        func answer(
            _ method: HTTPMethod, _ target: String, account: Int? = 0, fields: [(String, String)] = [],
            name: String? = nil
        ) async throws -> HTTPAnswer {
            try await connection.answer(
                to: HTTPCall(
                    method, target, token: account.map { tokens[$0][0] }, fields: fields,
                    body: name.map { ByteBuffer(string: "{\"name\":\"\($0)\"}") }))
        }

        /// Creates an item, and returns its path.
        func create(_ name: String, key: String) async throws -> String? {
            let answer = try await answer(.POST, "/v1/items", fields: [("idempotency-key", key)], name: name)
            #expect(answer.status == 201, "\(answer.text)")
            return answer.head.headers.first(name: "location")
        }
    }

    private func serving(_ engine: EngineName, _ body: (Served) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let loop = MultiThreadedEventLoopGroup.singleton.next()
            let accounts = ServedAccounts(count: 2, sessionsOfEach: 1)
            let (server, tokens) = try await ServedEngine(engine).start(in: folder, accounts, loop)
            do {
                let connection = try await HTTPConnection(to: server.port, on: loop)
                try await body(Served(connection: connection, tokens: tokens))
                try await connection.close()
                try await server.shutDown()
            } catch {
                await server.kill()
                throw error
            }
        }
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `a repeated key creates once, and another name under it is refused`(engine: EngineName) async throws {
        try await serving(engine) { served in
            let path = try await served.create("a", key: "k")
            #expect(try await served.create("a", key: "k") == path)
            #expect(try await served.create("a", key: "l") != path)
            let other = try await served.answer(.POST, "/v1/items", fields: [("idempotency-key", "k")], name: "b")
            #expect(other.status == 422)
        }
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `a rename needs the item's version`(engine: EngineName) async throws {
        try await serving(engine) { served in
            let path = try #require(try await served.create("a", key: "k"))
            #expect(try await served.answer(.PATCH, path, name: "b").status == 428)
            let renamed = try await served.answer(.PATCH, path, fields: [("if-match", "\"v1\"")], name: "b")
            #expect(renamed.status == 200)
            #expect(renamed.head.headers.first(name: "etag") == "\"v2\"")
            #expect(try await served.answer(.PATCH, path, fields: [("if-match", "\"v1\"")], name: "c").status == 412)
            let item: ItemMessage = try MessageCoding.decode(
                Array(try await served.answer(.GET, path).body.readableBytesView))
            #expect(item.name == "b")
            // A repeated creation still gets the first answer.
            let repeated = try await served.answer(.POST, "/v1/items", fields: [("idempotency-key", "k")], name: "a")
            let first: ItemMessage = try MessageCoding.decode(Array(repeated.body.readableBytesView))
            #expect(first.name == "a" && first.version == 1 && first.id == item.id)
        }
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `sessions, names and owners are checked`(engine: EngineName) async throws {
        try await serving(engine) { served in
            let path = try #require(try await served.create("a", key: "k"))
            #expect(try await served.answer(.GET, path, account: 1).status == 404)
            #expect(try await served.answer(.GET, path, account: nil).status == 401)
            let foreign = try await served.answer(
                .PATCH, path, account: 1, fields: [("if-match", "\"v1\"")], name: "b")
            #expect(foreign.status == 404)
            #expect(try await served.answer(.POST, "/v1/items", name: " ").status == 422)
        }
    }

    @Test(arguments: [EngineName.nacre, .sqlite, .sqliteGroup])
    func `lists are in order of creation, page by page`(engine: EngineName) async throws {
        try await serving(engine) { served in
            for number in 0..<5 { _ = try await served.create("\(number)", key: "\(number)") }
            var names: [[String]] = []
            var next: String? = ""
            while let cursor = next {
                let query = cursor.isEmpty ? "" : "&after=\(cursor)"
                let answer = try await served.answer(.GET, "/v1/items?limit=2\(query)")
                let page: ItemPageMessage = try MessageCoding.decode(Array(answer.body.readableBytesView))
                names.append(page.items.map(\.name))
                next = page.next
            }
            #expect(names == [["0", "1"], ["2", "3"], ["4"]])
        }
    }
}
