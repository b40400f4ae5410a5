import Hummingbird
import HummingbirdTesting
import NacreRuntime
import Testing

@testable import ShopServer

@Suite struct RoutesTests {
    @Test func `orders are placed once, shipped, and counted for their customer`() async throws {
        let shop = try await Shop(.inMemory)
        try await Application(router: routes(of: shop)).test(.router) { client in
            for _ in 0..<2 {
                let placed = try await client.execute(
                    uri: "/orders/42", method: .put, body: ByteBuffer(string: #"{"customer":"ada","cents":1250}"#))
                #expect(placed.status == .created)
            }
            let shipped = try await client.execute(uri: "/orders/42/shipping", method: .post)
            #expect(shipped.status == .noContent)
            let spent = try await client.execute(uri: "/customers/ada/spent", method: .get)
            #expect(String(buffer: spent.body) == #"{"cents":1250}"#)
        }
        await shop.runtime.close()
    }

    @Test func `an order that was never placed is not shipped`() async throws {
        let shop = try await Shop(.inMemory)
        try await Application(router: routes(of: shop)).test(.router) { client in
            let refused = try await client.execute(uri: "/orders/7/shipping", method: .post)
            #expect(refused.status == .unprocessableContent)
            #expect(String(buffer: refused.body).contains("place it first"))
        }
        await shop.runtime.close()
    }
}
