import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NacreInspector
import ServiceLifecycle
import Testing

/// An inspector that is served on loopback while a test runs.
struct ServedInspector {
    let port: Int

    /// The address that has the token.
    let address: String

    /// The token of the address.
    var token: String { address.split(separator: "=").last.map(String.init) ?? "" }

    private let client: HTTPClient

    /// Serves the inspector of a store.
    static func run(_ store: InspectedStore, _ test: (ServedInspector) async throws -> Void) async throws {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        let server = try InspectorServer(store.inspector, logger: logger) { listening.yield($0) }
        let group = ServiceGroup(services: [server], logger: logger)
        async let running: Void = group.run()
        do {
            try await use(at: try #require(await addresses.first { _ in true }), test)
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running
    }

    /// Uses an inspector that is served, at an address with its token.
    static func use(at address: String, _ test: (ServedInspector) async throws -> Void) async throws {
        let port = try #require(address.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await test(ServedInspector(port: port, address: address, client: client))
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    /// Sends a request.
    func send(
        _ target: String, method: String = "GET", _ fields: [String: String] = [:], body: String? = nil
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(target)")
        request.method = .init(rawValue: method)
        for (name, value) in fields { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        return try await client.execute(request, timeout: .seconds(60))
    }

    /// The fields of a request of the browser that has opened the address.
    var cookie: [String: String] {
        get async throws {
            let answer = try await send("/?token=\(token)")
            let field = try #require(answer.headers.first(name: "set-cookie"))
            return ["cookie": String(field.prefix { $0 != ";" })]
        }
    }
}

extension HTTPClientResponse {
    /// The body as text.
    var text: String {
        get async throws { String(buffer: try await body.collect(upTo: 10_000_000)) }
    }
}
