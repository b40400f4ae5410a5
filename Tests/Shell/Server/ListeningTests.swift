import AsyncHTTPClient
import FeatureAPI
import Foundation
import NIOSSL
import TestFolders
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(10))) struct ListeningTests {
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
        let files = ServerOptions.TLSFiles(certificate: "\(folder.path)/c.pem", key: "\(folder.path)/k.pem")
        try Self.certificate.write(toFile: files.certificate, atomically: true, encoding: .utf8)
        try Self.key.write(toFile: files.key, atomically: true, encoding: .utf8)
        try await TestServer.run(.init(port: 0, tls: files)) { server in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(Self.certificate.utf8)))
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

    /// A self-signed certificate of localhost and 127.0.0.1, for tests alone.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIUXiEDPaYwkfBkPec/NniAvuFIxzcwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIxMzAxNloYDzIxMjYxMTAy
        MjEzMDE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQR9spD+XDkJqK/7Cz0YO69783wzSqJ8IEcMBexsHJD6RPelSFiKdEE
        TtlE8qwuTSLG/LnYVkmgpbMblIVfA7Dko28wbTAdBgNVHQ4EFgQUavOsQTp7TeJR
        gUJaY2YYDXc+4q0wHwYDVR0jBBgwFoAUavOsQTp7TeJRgUJaY2YYDXc+4q0wDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDRwAwRAIgHcet6dk5dLPGHk9B76NnouLPipT6YvHYssjvHbmyGXQCIDUO
        MwGEjWZkPRXsxKdFE/cNUVLzFK8jIyyXNC0e4M25
        -----END CERTIFICATE-----
        """

    /// Its key.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZXHQ9WY5QW7D85Ug
        aCmUNhlfwozyTwwHlOuD8YilwTehRANCAAQR9spD+XDkJqK/7Cz0YO69783wzSqJ
        8IEcMBexsHJD6RPelSFiKdEETtlE8qwuTSLG/LnYVkmgpbMblIVfA7Dk
        -----END PRIVATE KEY-----
        """
}
