import Foundation
import NacreEtcd
import NacreReplicated
import ReplicatedLogServers
import TestTraits
import Testing

/// Users, certificates, a full database, and endpoints that do not belong together.
@Suite(.fewProcesses) struct EtcdAccessTests {
    private static var one: EtcdServers.Options {
        var options = EtcdServers.Options()
        options.count = 1
        return options
    }

    @Test func `a user with rights on the prefix alone can do all but defragment`() async throws {
        try await EtcdServers.run(Self.one) { servers in
            try await servers.addUsers(prefix: "shop")
            let log = try servers.log(prefix: "shop", user: "nacre:p%40ss@")
            #expect(!log.name.contains("p%40ss") && !log.name.contains("p@ss"))
            try await log.prepare()
            try await log.fill(1...6)
            try await log.trim(upTo: LogSequence(2))
            #expect(try await log.texts(after: 2, count: 4) == (3...6).map { "entry \($0)" })
            #expect(await log.health().servers[0].isReachable)
            #expect(await log.code { try await $0.defragment() } == .denied)
            await log.close()
            let root = try servers.log(prefix: "shop", user: "root:secret@")
            try await root.defragment()
            await root.close()
            // The password may come from elsewhere.
            let other = try servers.log(prefix: "shop", user: "nacre@") { $0.password = "p@ss" }
            try await other.fill(7...7)
            await other.close()
        }
    }

    @Test func `without rights everything is denied`() async throws {
        try await EtcdServers.run(Self.one) { servers in
            try await servers.addUsers(prefix: "shop")
            for (prefix, user) in [
                ("shop", "nacre:wrong@"), ("shop", "stranger:p@"), ("shop", ""), ("shop", "nacre@"),
                ("other", "nacre:p%40ss@"),
            ] {
                let log = try servers.log(prefix: prefix, user: user)
                #expect(await log.code { try await $0.prepare() } == .denied, "\(user)\(prefix)")
                #expect(await log.code { try await $0.append([1], expecting: .zero) } == .denied)
                #expect(await log.code { try await $0.texts(after: 0, count: 1) } == .denied)
                await log.close()
            }
        }
    }

    @Test func `a token that the server no longer knows is replaced`() async throws {
        try await EtcdServers.run(Self.one) { servers in
            try await servers.addUsers(prefix: "shop")
            let log = try servers.log(prefix: "shop", user: "nacre:p%40ss@")
            try await log.fill(1...2)
            var iterator = log.entries(after: LogSequence(1)).makeAsyncIterator()
            #expect(try await iterator.next()?.sequence == LogSequence(2))
            // Tokens are in memory alone.
            try await servers.kill(0)
            try await servers.start(0)
            try await servers.waitUntilReady()
            try await log.fill(3...3)
            #expect(try await iterator.next()?.sequence == LogSequence(3))
            // Another state of the users makes tokens old.
            try await servers.control("--user", "root:secret", "user", "add", "late:x")
            try await log.fill(4...4)
            #expect(try await iterator.next()?.sequence == LogSequence(4))
            await log.close()
        }
    }

    @Test func `a log with a password works before users are enabled, and after`() async throws {
        try await EtcdServers.run(Self.one) { servers in
            let log = try servers.log(prefix: "shop", user: "nacre:p%40ss@")
            try await log.fill(1...1)
            try await servers.addUsers(prefix: "shop")
            try await log.fill(2...2)
            await log.close()
        }
    }

    @Test func `connections are encrypted, and the server must have the right certificate`() async throws {
        var options = Self.one
        options.tls = .server
        try await EtcdServers.run(options) { servers in
            let log = try servers.newLog()
            #expect(log.name.hasPrefix("etcds://"))
            try await log.prepare()
            try await log.fill(1...3)
            #expect(try await log.texts(after: 0, count: 3).count == 3)
            await log.close()
            let distrusting = try servers.newLog { $0.certificateAuthority = nil }
            #expect(await distrusting.code { try await $0.prepare() } == .denied)
            await distrusting.close()
            let missing = try servers.newLog { $0.certificateAuthority = "/nowhere/ca.pem" }
            #expect(await missing.code { try await $0.prepare() } == .denied)
            await missing.close()
            let plain = EtcdLog(at: try EtcdAddress("etcd://\(servers.endpoint(0))/shop"), options: servers.quick)
            #expect(await plain.code { try await $0.prepare() } == .unreachable)
            await plain.close()
        }
    }

    @Test func `a client introduces itself by a certificate where the server asks for one`() async throws {
        var options = Self.one
        options.tls = .mutual
        try await EtcdServers.run(options) { servers in
            let log = try servers.newLog()
            try await log.prepare()
            try await log.fill(1...1)
            await log.close()
            let anonymous = try servers.newLog { $0.clientCertificate = nil }
            #expect(await anonymous.code { try await $0.prepare() } == .denied)
            await anonymous.close()
        }
    }

    @Test func `a full database refuses appends, can be trimmed, and takes appends again`() async throws {
        var options = Self.one
        options.quota = 16 << 20
        try await EtcdServers.run(options) { servers in
            let log = try servers.newLog()
            let text = String(repeating: "x", count: 1_000_000)
            var tail: UInt64 = 0
            var code: ReplicatedLogError.Code?
            while code == nil, tail < 100 {
                do {
                    try await log.appendCommitted(text, expecting: tail)
                    tail += 1
                } catch let error as ReplicatedLogError {
                    code = error.code
                }
            }
            #expect(code == .noSpace)
            #expect(try await log.bounds() == LogBounds(trimmed: .zero, tail: LogSequence(tail)))
            #expect(await log.health().servers[0].trouble?.contains("NOSPACE") == true)
            #expect(await log.code { try await $0.append([1], expecting: LogSequence(tail)) } == .noSpace)
            try await log.trim(upTo: LogSequence(tail - 2))
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(tail - 2), tail: LogSequence(tail)))
            #expect(await log.code { try await $0.entry(at: LogSequence(1)) } == .trimmed)
            try await log.prepare()
            try await log.defragment()
            try await servers.control("alarm", "disarm")
            try await log.appendCommitted(text, expecting: tail)
            #expect(await log.health().servers[0].trouble == nil)
            #expect(try await log.bounds() == LogBounds(trimmed: LogSequence(tail - 2), tail: LogSequence(tail + 1)))
            await log.close()
        }
    }

    @Test func `endpoints of two clusters are refused, for the fence holds within one`() async throws {
        try await EtcdServers.run(Self.one) { first in
            try await EtcdServers.run(Self.one) { second in
                let address = "etcd://\(first.endpoint(0)),\(second.endpoint(0))/shop"
                let log = EtcdLog(at: try EtcdAddress(address))
                #expect(await log.code { try await $0.prepare() } == .invalidAddress)
                await log.close()
                // The other one may be reached for the first time later.
                try await second.kill(0)
                let later = EtcdLog(at: try EtcdAddress(address))
                try await later.prepare()
                try await second.start(0)
                try await second.waitUntilReady()
                try await first.kill(0)
                // An append would be unknown while the client does not know that the server is gone.
                #expect(await later.code { try await $0.bounds() } == .invalidAddress)
                #expect(await later.code { try await $0.append([1], expecting: .zero) } == .invalidAddress)
                let alone = EtcdLog(at: try EtcdAddress("etcd://\(second.endpoint(0))/shop"))
                #expect(try await alone.bounds().tail == .zero)
                await alone.close()
                await later.close()
            }
        }
    }

    @Test func `a server that is not there is unreachable`() async throws {
        let port = try FreePorts.take(1)[0]
        var options = EtcdOptions()
        options.deadline = .milliseconds(500)
        let log = EtcdLog(at: try EtcdAddress("etcd://127.0.0.1:\(port)/shop"), options: options)
        #expect(await log.code { try await $0.prepare() } == .unreachable)
        #expect(await log.code { try await $0.append([1], expecting: .zero) } == .unreachable)
        let health = await log.health()
        #expect(health.servers.map(\.isReachable) == [false])
        await log.close()
    }
}

extension EtcdServers {
    /// Options for servers that cannot be used: they need not be waited for.
    fileprivate var quick: EtcdOptions {
        var options = clientOptions
        options.deadline = .milliseconds(500)
        return options
    }

    /// Adds the users `root` with the password `secret`, and `nacre` with the password `p@ss` and all rights on the prefix,
    /// and enables users.
    fileprivate func addUsers(prefix: String) async throws {
        try await control("user", "add", "root:secret")
        try await control("user", "grant-role", "root", "root")
        try await control("role", "add", "log")
        try await control("role", "grant-permission", "log", "readwrite", "--prefix=true", "\(prefix)/")
        try await control("user", "add", "nacre:p@ss")
        try await control("user", "grant-role", "nacre", "log")
        try await control("auth", "enable")
    }
}
