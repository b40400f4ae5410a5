import AsyncHTTPClient
import ChildProcesses
import Foundation
import NIOCore
import NIOHTTP1
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Serving")
    struct ServeCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// Serves the store, and ends the server by a signal when the test is done.
        private func serve(
            _ arguments: String..., signal: Int32 = SIGTERM, _ test: (_ address: String) async throws -> Void
        ) async throws {
            let process = try await ChildProcess(
                URL(filePath: NacreProcess.program), ["serve", "--port", "0", "--store", store.path] + arguments,
                errors: ChildProcess.null)
            do {
                let output = try await process.output { $0.contains(UInt8(ascii: "\n")) }
                try await test(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines))
            } catch {
                process.send(SIGKILL)
                throw error
            }
            process.send(signal)
            #expect(try await process.ending() == .exit(0))
        }

        private func send(
            _ method: HTTPMethod, _ url: String, token: String? = nil, json: String? = nil
        ) async throws -> (status: UInt, json: [String: Any]) {
            var request = HTTPClientRequest(url: url)
            request.method = method
            if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
            if let json {
                request.headers.add(name: "content-type", value: "application/json")
                request.body = .bytes(ByteBuffer(string: json))
            }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            let body = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
            let object = body.isEmpty ? nil : try JSONSerialization.jsonObject(with: body) as? [String: Any]
            return (response.status.code, object ?? [:])
        }

        @Test("a served store keeps accounts, sessions and items, and its signals end it")
        func restart() async throws {
            let credentials = #"{"email":"ada@example.com","password":"a long and odd password"}"#
            var token = ""
            let mails = store.folder.path("mails")
            try await serve("--mail-folder", mails) { address in
                #expect(address.hasPrefix("http://127.0.0.1:"))
                #expect(try await send(.POST, "\(address)/v1/auth/accounts", json: credentials).status == 202)
                let signedIn = try await send(.POST, "\(address)/v1/auth/sessions", json: credentials)
                token = try #require(signedIn.json["token"] as? String)
                let item = try await send(.POST, "\(address)/v1/items", token: token, json: #"{"name":"Buy milk"}"#)
                #expect(item.status == 201)
                while (try? FileManager.default.contentsOfDirectory(atPath: mails).count) != 1 {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            try await serve(signal: SIGINT) { address in
                let page = try await send(.GET, "\(address)/v1/items", token: token)
                let names = (page.json["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
                #expect(names == ["Buy milk"])
                #expect(try await send(.GET, "\(address)/ready").status == 200)
            }
        }

        @Test("a host that is not loopback needs a certificate, and a certificate its key")
        func refused() async throws {
            #expect(try await store.failure(64, "serve", "--host", "0.0.0.0").contains("without TLS"))
            #expect(try await store.failure(64, "serve", "--tls-certificate", "c.pem").contains("--tls-key"))
            #expect(!store.exists)
        }
    }
}
