import Hummingbird
import Logging
import NacreLMDB
import NacreServices

@main struct ShopServer {
    static func main() async throws {
        let logger = Logger(label: "shop")
        let shop = try await Shop(.lmdb(at: CommandLine.arguments.dropFirst().first ?? "shop.nacre"))
        do {
            let server = Application(
                router: routes(of: shop), configuration: .init(address: .hostname("127.0.0.1", port: 8080)),
                services: try FollowerService.services(for: shop.runtime.followers, logger: logger),
                logger: logger)
            try await server.runService()
        } catch {
            await shop.runtime.close()
            throw error
        }
        await shop.runtime.close()
    }
}
