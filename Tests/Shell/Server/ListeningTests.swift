import AsyncHTTPClient
import FeatureAPI
import Foundation
import NIOSSL
import TestCertificates
import TestFolders
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct ListeningTests {
    @Test func `plain HTTP is refused on a network unless it is allowed`() throws {
        for host in ["127.0.0.1", "::1", "localhost"] { try ServerOptions(host: host).validate() }
        for host in ["0.0.0.0", "::", "192.0.2.1", "example.com", "127.0.0.1.example.com"] {
            #expect(throws: ServerError.plaintextRefused(host: host)) { try ServerOptions(host: host).validate() }
            try ServerOptions(host: host, allowsPlaintext: true).validate()
            try ServerOptions(host: host, tls: .init(certificate: "c", key: "k")).validate()
        }
    }

    @Test func `a server with a certificate speaks TLS, and nothing else`() async throws {
        let folder = try TemporaryFolder()
        let written = try LoopbackCertificate.write(into: folder)
        let files = ServerOptions.TLSFiles(certificate: written.certificate, key: written.key)
        try await TestServer.run(.init(port: 0, tls: files)) { server in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(files.certificate))
            let client = HTTPClient(configuration: .init(tlsConfiguration: configuration))
            do {
                let answer = try await server.send("GET", "/health", scheme: "https", with: client)
                #expect(answer.status == 200)
            } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
            await #expect(throws: (any Error).self) { try await server.send("GET", "/health") }
        }
    }

    @Test func `a certificate that cannot be read is named as the reason`() async throws {
        let files = ServerOptions.TLSFiles(certificate: "/nowhere/c.pem", key: "/nowhere/k.pem")
        let error = await #expect(throws: ServerError.self) {
            try await TestServer.run(.init(port: 0, tls: files)) { _ in }
        }
        guard case .invalidCertificate = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
