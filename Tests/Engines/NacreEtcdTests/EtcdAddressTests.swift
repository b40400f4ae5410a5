import NacreReplicated
import Testing

@testable import NacreEtcd

/// Addresses of logs in etcd, and versions of its servers.
@Suite struct EtcdAddressTests {
    @Test func `an address has endpoints, a prefix and a user`() throws {
        let address = try EtcdAddress("etcd://ada:s%40f%2Fe@one:2000,10.0.0.2,[::1]:7,[fe80::2]/shop/log_1.a-b")
        #expect(address.endpoints.map(\.description) == ["one:2000", "10.0.0.2:2379", "[::1]:7", "[fe80::2]:2379"])
        #expect(address.prefix == "shop/log_1.a-b")
        #expect(address.user == "ada")
        #expect(address.password == "s@f/e")
        #expect(!address.isEncrypted)
        #expect(try EtcdAddress("etcds://one/shop").isEncrypted)
        #expect(try EtcdAddress("etcd://ada@one/shop").user == "ada")
        #expect(try EtcdAddress("etcd://ada:a:b@c@one/shop").password == "a:b@c")
    }

    @Test func `no text of an address shows the password`() throws {
        let address = try EtcdAddress("etcds://a%20da:s3cret@one,two:1/shop")
        let expected = "etcds://a%20da@one:2379,two:1/shop"
        #expect(address.description == expected)
        #expect(String(reflecting: address) == expected)
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect(EtcdLog(at: address).name == expected)
        #expect(try EtcdAddress(expected).description == expected)
    }

    @Test(arguments: [
        ("http://one/shop", "etcd://"), ("one:2379/shop", "etcd://"), ("etcd:///shop", "host is missing"),
        ("etcd://one,/shop", "host is missing"), ("etcd://one", "prefix"), ("etcd://one/", "prefix"),
        ("etcd://one//shop", "single slashes"), ("etcd://one/shop/", "single slashes"), ("etcd://one/a b", "letters"),
        ("etcd://one/a?b=c", "letters"), ("etcd://one:0/shop", "port of one"), ("etcd://one:70000/shop", "65535"),
        ("etcd://one:x/shop", "port of one"), ("etcd://::1/shop", "host is missing"), ("etcd://[::1/shop", "bracket"),
        ("etcd://[one]:1/shop", "IPv6"), ("etcd://one,one:2379/shop", "twice"), ("etcd://:pw@one/shop", "user before"),
        ("etcd://ada:@one/shop", "password of ada"), ("etcd://ada:%4@one/shop", "%25"), ("etcd://a_b!/shop", "a_b!"),
        ("etcd://ada:%ff@one/shop", "percent"), ("etcd://one/shop/entries", "another log"),
    ])
    func `a wrong address is refused with the reason`(text: String, reason: String) {
        #expect {
            try EtcdAddress(text)
        } throws: { error in
            guard let error = error as? ReplicatedLogError else { return false }
            return error.code == .invalidAddress && error.message.contains(reason)
                && error.message.contains("etcd://user:password@host1:2379,host2:2379/prefix")
        }
    }

    @Test func `the error for a wrong address does not show the password`() {
        #expect {
            try EtcdAddress("etcd://ada:s3cret@one:x/shop")
        } throws: {
            !"\($0)".contains("s3cret")
        }
    }

    @Test func `versions are compared by their numbers`() throws {
        #expect(try #require(EtcdVersion("3.4.23")) >= .oldest)
        #expect(try #require(EtcdVersion("3.10.0")) >= .oldest)
        #expect(try #require(EtcdVersion("4.0.0-alpha")) >= .oldest)
        #expect(try #require(EtcdVersion("3.6-rc.1")) >= .oldest)
        #expect(try #require(EtcdVersion("3.3.27")) < .oldest)
        #expect(try #require(EtcdVersion("2.9")) < .oldest)
        for text in ["", "3", "x.y", "v3.4.1"] { #expect(EtcdVersion(text) == nil) }
    }

    @Test func `a server that is too old is refused with its version`() throws {
        let log = EtcdLog(at: try EtcdAddress("etcd://one/shop"))
        for version in ["3.3.27", "", "new"] {
            var status = Etcdserverpb_StatusResponse()
            status.version = version
            do throws(EtcdFailure) {
                try log.cluster.admit(0, status)
                Issue.record("version \(version) is admitted")
            } catch {
                let error = error.error("be used", to: log.name) as? ReplicatedLogError
                #expect(error?.code == .unsupportedVersion)
                #expect(error?.message.contains("etcd 3.4 or newer") == true)
            }
        }
        var status = Etcdserverpb_StatusResponse()
        status.version = "3.4.23"
        try log.cluster.admit(0, status)
    }
}
