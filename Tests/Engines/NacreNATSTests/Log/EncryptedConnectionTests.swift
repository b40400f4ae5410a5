import NacreNATS
import NacreReplicated
import ReplicatedLogServers
import TestFolders
import Testing

/// Connections with TLS, to a server alone.
struct EncryptedConnectionTests {
    private func log(
        _ servers: NATSServers, scheme: String = "tls", host: String = "127.0.0.1",
        _ change: (inout NATSOptions) -> Void = { _ in }
    ) throws -> NATSLog {
        var options = NATSOptions()
        options.acceptsLoss = true
        options.replicas = 1
        options.certificateAuthorities = servers.folder.path("certificate.pem")
        change(&options)
        let address = servers.address(NATSServers.freshStream(), scheme: scheme).replacing("127.0.0.1", with: host)
        return try NATSLog(address, options: options)
    }

    @Test func `a log is kept over encrypted connections to servers whose certificate is trusted`() async throws {
        try await NATSServers.run(NATSServers.Setup(count: 1, tls: .server)) { servers in
            let log = try log(servers)
            try await preparing(log)
            try await log.append([[1], [2]])
            #expect(try await log.firstEntries(2).map(\.bytes) == [[1], [2]])
            #expect(try await log.bounds().tail == LogSequence(2))
            await log.close()

            let distrusting = try self.log(servers) { $0.certificateAuthorities = nil }
            let error = try await code { try await distrusting.prepare() }
            #expect(error.code == .denied)
            #expect(error.message.contains("certificateAuthorities"))
            await distrusting.close()

            let plain = try self.log(servers, scheme: "nats")
            #expect(try await code { try await plain.prepare() }.code == .denied)
            await plain.close()

            // The certificate is that of 127.0.0.1 alone.
            let elsewhere = try self.log(servers, host: "127.0.0.2")
            #expect(try await code { try await elsewhere.prepare() }.code == .denied)
            await elsewhere.close()
        }
    }

    @Test func `servers that ask for a certificate get that of the client`() async throws {
        try await NATSServers.run(NATSServers.Setup(count: 1, tls: .clientToo)) { servers in
            let log = try log(servers) {
                $0.clientCertificate = (servers.folder.path("certificate.pem"), servers.folder.path("key.pem"))
            }
            try await preparing(log)
            try await log.append([[1]])
            await log.close()
            let nameless = try self.log(servers)
            _ = try await code { try await nameless.prepare() }
            await nameless.close()
        }
    }

    @Test func `a server alone keeps no log unless a loss is acceptable`() async throws {
        try await NATSServers.run(NATSServers.Setup(count: 1)) { servers in
            try await preparing(try log(servers, scheme: "nats"))
            let strict = try NATSLog(servers.address(NATSServers.freshStream()))
            let error = try await code { try await strict.prepare() }
            #expect(error.code == .notDurable)
            #expect(error.message.contains("acceptsLoss"))
            await strict.close()
        }
    }

    @Test func `servers that acknowledge before they sync keep no log unless a loss is acceptable`() async throws {
        try await NATSServers.run(NATSServers.Setup(syncsAlways: false)) { servers in
            try await servers.waitUntilReady()
            let error = try await code { try await servers.log() }
            #expect(error.code == .notDurable)
            #expect(error.message.contains("sync_interval: always") && error.message.contains("server-"))
            let lossy = try await servers.log { $0.acceptsLoss = true }
            try await lossy.append([[1]])
            await lossy.close()
        }
    }

    /// Prepares a log once the server has started: a log that was refused once is not tried again.
    private func preparing(_ log: NATSLog) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try await log.prepare()
            } catch let error as ReplicatedLogError where error.code == .unreachable && ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
