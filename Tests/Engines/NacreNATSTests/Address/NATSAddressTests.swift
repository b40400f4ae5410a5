import NacreReplicated
import Testing

@testable import NacreNATS

struct NATSAddressTests {
    @Test func `an address names servers, user and stream`() throws {
        let address = try NATSAddress("nats://ada:p%40ss%3A%2F@one:4223,two,[::1]:4224/shop_1-a")
        #expect(address.user == NATSUser(name: "ada", password: "p@ss:/"))
        #expect(address.servers.map(\.description) == ["one:4223", "two:4222", "[::1]:4224"])
        #expect(address.stream == "shop_1-a")
        #expect(address.subject == "nacre.shop_1-a")
        #expect(!address.isEncrypted)
        #expect(try NATSAddress("tls://one/shop").isEncrypted)
    }

    @Test func `the name of a log shows neither user nor password`() throws {
        let log = try NATSLog("nats://ada:secret@one,two:4300/shop")
        #expect(log.name == "nats://one:4222,two:4300/shop")
        #expect(try NATSLog("tls://one/shop").name == "tls://one:4222/shop")
    }

    @Test(arguments: [
        "http://one/shop", "nats://one", "nats://one/", "nats://one:0/shop", "nats://one:x/shop", "nats://,/shop",
        "nats://ada:secret@/shop", "nats://ada@one/shop", "nats://one/shop.1", "nats://one/a/b", "nats://a%:b@one/shop",
    ])
    func `an address that cannot be understood is refused, without its password`(text: String) throws {
        let error = try #require(throws: ReplicatedLogError.self) { try NATSLog(text) }
        #expect(error.code == .invalidAddress)
        #expect(!error.message.contains("secret"))
    }

    @Test func `fewer than three replicas need the word that a loss is acceptable`() throws {
        var options = NATSOptions()
        options.replicas = 1
        let error = try #require(throws: ReplicatedLogError.self) { try NATSLog("nats://one/shop", options: options) }
        #expect(error.code == .notDurable)
        options.acceptsLoss = true
        #expect(throws: Never.self) { try NATSLog("nats://one/shop", options: options) }
    }
}
