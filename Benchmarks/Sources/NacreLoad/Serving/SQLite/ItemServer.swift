import DomainKit
import FeatureAPI
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ItemsDomain
import ItemsRemote
import Logging
import NIOCore
import ShellServer

/// The items of Nacre's API on SQLite, through GRDB and Hummingbird: creating, listing, fetching and renaming.
///
/// Messages, their checks, and the limits are those of Nacre's server. Each read, with its session, is one read
/// transaction; a change looks its session up in its own transaction.
package struct ItemServer: Sendable {
    private let database: ItemDatabase
    private let writer: any ItemWriter
    private let limits: ServerLimits
    private let limiter: ClientLimiter
    private let logger = Logger(label: "items", factory: { StreamLogHandler.standardError(label: $0) })

    /// Makes a server; `isGrouping` is whether waiting changes share a transaction.
    package init(_ database: ItemDatabase, isGrouping: Bool) {
        self.database = database
        writer = isGrouping ? GroupingItemWriter(database) : SingleItemWriter(database: database)
        var limits = ServerLimits()
        // The limits of clients are not what is measured, here as for Nacre's server.
        limits.requestsPerSecond = 1e9
        self.limits = limits
        limiter = ClientLimiter(perSecond: limits.requestsPerSecond, burst: limits.burst)
    }

    /// Serves on loopback until SIGTERM or SIGINT; `isListening` is called with the port.
    package func run(isListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        var channel = HTTP1Channel.Configuration(idleTimeout: .seconds(limits.idleTime.components.seconds))
        channel.httpDecoder = .init(
            maxHeaderFieldSize: 2 * limits.headerSize, maxHeaderListSize: 2 * limits.headerSize,
            maxHeaderFieldCount: 2 * limits.headerCount)
        var configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
        configuration.availableConnectionsDelegate = MaximumAvailableConnections(limits.connections, logger: logger)
        let application = Application(
            router: router, server: .http1(configuration: channel), configuration: configuration,
            onServerRunning: { await isListening($0.localAddress?.port ?? 0) }, logger: logger)
        try await closing(writer.close) { try await application.runService() }
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: LogRequestsMiddleware(.info))
        router.add(middleware: ItemLimits(limits: limits))
        router.get("/v1/items") { request, _ in
            let token = try token(of: request)
            let parameters = try ItemPageParameters(APIParameterValues(query(of: request)))
            let page = try await database.pool.read { database in
                let owner = try ItemReading.account(of: token, in: database)
                return try ItemReading.page(parameters.request, of: owner, in: database)
            }
            return try response(.ok, ItemPageMessage(page))
        }
        router.get("/v1/items/:id") { request, context in
            let token = try token(of: request)
            let id = try item(in: context)
            let item = try await database.pool.read { database in
                try ItemReading.item(id, of: try ItemReading.account(of: token, in: database), in: database)
            }
            return try response(.ok, item)
        }
        router.post("/v1/items") { request, _ in
            let token = try token(of: request)
            let input: NewItemMessage = try await message(of: request)
            let key = try idempotencyKey(of: request)
            let change = ItemChange(token: token, kind: .create(try ItemName(input.name), key: key))
            let item = try await writer.apply(change)
            return try response(.created, item, location: "/v1/items/\(item.id)")
        }
        router.patch("/v1/items/:id") { request, context in
            let token = try token(of: request)
            let input: ItemNameMessage = try await message(of: request)
            guard let precondition = request.headers[.ifMatch].flatMap(Precondition.init) else {
                throw Problem.noPrecondition
            }
            let id = try item(in: context)
            let change = ItemChange(token: token, kind: .rename(id, try ItemName(input.name), precondition))
            return try response(.ok, try await writer.apply(change))
        }
        return router
    }

    /// The token of a request's session, whose requests are counted.
    private func token(of request: Request) throws -> String {
        guard let value = request.headers[.authorization], value.hasPrefix("Bearer ") else { throw Problem.noSession }
        let token = String(value.dropFirst("Bearer ".count))
        guard limiter.admit(token) else { throw Problem.tooManyRequests }
        return token
    }

    private func idempotencyKey(of request: Request) throws -> String? {
        guard let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name] else { return nil }
        return try IdempotencyKey(key).text
    }

    private func query(of request: Request) -> [String: String] {
        Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { first, _ in first }
    }

    private func item(in context: BasicRequestContext) throws -> ItemID {
        try ItemID(parsing: context.parameters.get("id") ?? "")
    }

    private func message<Message: APIMessage>(of request: Request) async throws -> Message {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: limits.bodySize)
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge
        }
        return try MessageCoding.decode(Array(body.readableBytesView))
    }

    private func response(
        _ status: HTTPResponse.Status, _ item: ItemDetails, location: String? = nil
    ) throws -> Response {
        var response = try response(status, ItemMessage(item))
        response.headers[.eTag] = EntityTag(item.version).description
        if let location { response.headers[.location] = location }
        return response
    }

    private func response(_ status: HTTPResponse.Status, _ message: some APIMessage) throws -> Response {
        Response(
            status: status, headers: [.contentType: MediaType.json, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try MessageCoding.encode(message))))
    }
}
