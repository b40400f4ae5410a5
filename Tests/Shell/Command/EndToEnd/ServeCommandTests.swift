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

        private func body(of url: String, token: String) async throws -> String {
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "authorization", value: "Bearer \(token)")
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            return String(buffer: try await response.body.collect(upTo: 1 << 20))
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

        @Test("a demo account is created in a new store, kept in its store, and refused in another one")
        func demo() async throws {
            let credentials = #"{"email":"demo@example.com","password":"a demo to try nacre with"}"#
            for _ in 0..<2 {
                try await serve("--demo") { output in
                    let address = try #require(output.split(separator: "\n").first)
                    let signedIn = try await send(.POST, "\(address)/v1/auth/sessions", json: credentials)
                    let token = try #require(signedIn.json["token"] as? String)
                    let page = try await send(.GET, "\(address)/v1/items", token: token)
                    #expect((page.json["items"] as? [Any])?.count == 3)
                }
            }
            let other = try CommandLineStore()
            try await other.output("items", "add", "Buy milk")
            #expect(try await other.failure(65, "serve", "--port", "0", "--demo").contains("give another --store"))
        }

        /// Registers an account and creates an item at a server, and returns the token of a session.
        private func fill(_ address: String) async throws -> String {
            let credentials = #"{"email":"ada@example.com","password":"a long and odd password"}"#
            #expect(try await send(.POST, "\(address)/v1/auth/accounts", json: credentials).status == 202)
            let signedIn = try await send(.POST, "\(address)/v1/auth/sessions", json: credentials)
            let token = try #require(signedIn.json["token"] as? String)
            #expect(
                try await send(.POST, "\(address)/v1/items", token: token, json: #"{"name":"Buy milk"}"#).status == 201)
            return token
        }

        @Test("a backup with secrets is a store in which the accounts of before sign in")
        func secretsBackup() async throws {
            let copy = try CommandLineStore(in: store.folder, named: "copy.store")
            var token = ""
            try await serve { address async throws in
                token = try await fill(address)
                #expect(
                    try await store.output("secrets", "backup", copy.path)
                        .hasPrefix("copied 2 events and the secrets of accounts to "))
            }
            try FileManager.default.removeItem(atPath: store.path)
            try FileManager.default.moveItem(atPath: copy.path, toPath: store.path)
            try await serve { address async throws in
                #expect(try await send(.GET, "\(address)/v1/items", token: token).status == 200)
                let credentials = #"{"email":"ada@example.com","password":"a long and odd password"}"#
                #expect(try await send(.POST, "\(address)/v1/auth/sessions", json: credentials).status == 201)
            }
        }

        @Test("secrets that are missing beside accounts are refused until new ones are created on purpose")
        func missingSecrets() async throws {
            try await serve { _ = try await fill($0) }
            for name in ["secrets.mdb", "keys"] { try FileManager.default.removeItem(atPath: store.path + "/" + name) }
            #expect(try await store.failure(66, "serve", "--port", "0").contains("nacre secrets create"))
            try await store.failure(66, "secrets", "bind")
            #expect(try await store.output("secrets", "create").contains("created new secrets"))
            #expect(try await store.output("secrets", "create").contains("nothing was changed"))
            try await serve { address async throws in
                let credentials = #"{"email":"ada@example.com","password":"a long and odd password"}"#
                #expect(try await send(.POST, "\(address)/v1/auth/sessions", json: credentials).status == 401)
            }
        }

        @Test("secrets beside an older log are refused until they are bound to it on purpose")
        func olderLog() async throws {
            try await store.output("items", "add", "Sow wheat")
            let log = try store.folder.bytes("\(store.name)/log.mdb")
            var token = ""
            try await serve { token = try await fill($0) }
            for name in try FileManager.default.contentsOfDirectory(atPath: store.path)
            where !["secrets.mdb", "keys"].contains(name) {
                try FileManager.default.removeItem(atPath: store.path + "/" + name)
            }
            _ = try store.folder.file(log, named: "\(store.name)/log.mdb")
            let refused = try await store.run("serve", "--port", "0")
            #expect(refused.status == 65)
            #expect(refused.errors.contains("nacre secrets bind"))
            #expect(try await store.output("secrets", "bind").contains("position 1"))
            try await serve { address async throws in
                #expect(try await send(.GET, "\(address)/v1/items", token: token).status == 401)
            }
        }

        /// The token in the mail of a folder, once there is a number of mails.
        private func token(in folder: String, of count: Int = 1) async throws -> String {
            var names: [String] = []
            while names.count < count {
                try await Task.sleep(for: .milliseconds(20))
                names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            }
            let texts = try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            let last = try #require(texts.first { $0.contains("/reset-password?") } ?? texts.first)
            return String(try #require(last.firstMatch(of: /\?token=([A-Za-z0-9_-]{43})$/.anchorsMatchLineEndings())).1)
        }

        @Test("an account that has confirmed its address is made operator by command, and sees the metrics")
        func operators() async throws {
            let (email, password, mails) = ("ada@example.com", "a long and odd password\n", store.folder.path("mails"))
            try await store.output("auth", "register", email, input: password)
            try await serve("--mail-folder", mails) { address in
                let token = try await store.output("auth", "sign-in", email, "--print-token", input: password)
                    .trimmingCharacters(in: .newlines)
                let link = try await self.token(in: mails)
                #expect(try await store.failure(1, "auth", "grant", email, "operator").contains("not confirmed"))
                try await store.output("auth", "confirm", input: "\(link)\n")
                try await store.failure(65, "auth", "confirm", input: "\(link)\n")
                #expect(try await send(.GET, "\(address)/metrics", token: token).status == 403)
                try await store.failure(66, "auth", "grant", "eve@example.com", "operator")
                try await store.failure(64, "auth", "grant", email, "emperor")
                let granted = try await store.output("auth", "grant", email, "operator", "--format", "json")
                #expect(granted.hasSuffix(#","role":"operator"}"# + "\n"))
                let metrics = try await body(of: "\(address)/metrics", token: token)
                #expect(metrics.contains("nacre_http_requests_total"))
            }
        }

        @Test("accounts of a server are used as those of a store, with a session of their own")
        func server() async throws {
            let (email, password) = ("ada@example.com", "a long and odd password\n")
            var process = store.process
            process.environment["NACRE_SESSIONS"] = store.folder.path("sessions.json")
            var place: [String] = []
            func run(_ arguments: String..., input: String? = nil) async throws -> NacreProcess.Result {
                try await process.run(["auth"] + arguments + place, input: input)
            }
            try await serve { address in
                place = ["--server", address]
                #expect(try await run("register", email, input: "short\n").status == 65)
                #expect(try await run("register", email, input: password).status == 0)
                #expect(try await run("whoami").status == 77)
                #expect(try await run("sign-in", email, input: "wrong\n").status == 77)
                let signedIn = try await run("sign-in", email, "--format", "json", input: password)
                #expect(signedIn.status == 0)
                let account = try await run("whoami", "--format", "json")
                let session = try JSONSerialization.jsonObject(with: Data(signedIn.output.utf8)) as? [String: String]
                let shown = try JSONSerialization.jsonObject(with: Data(account.output.utf8)) as? [String: Any]
                #expect(shown?["session"] as? String == session?["session"])
                #expect(shown?["createdAt"] as? String == session?["createdAt"])
                #expect(try await run("sign-in", email, "--print-token", input: password).status == 0)
                #expect(try await run("sessions", "--format", "ndjson").lines.count == 2)
                let change = "a long and odd password\nanother odd password\n"
                #expect(try await run("change-password", input: change).status == 0)
                #expect(try await run("sessions", "--format", "ndjson").lines.count == 1)
                #expect(try await run("confirm", input: "hunter2\n").status == 65)
                #expect(try await run("whoami", "--store", store.path).status == 64)
                #expect(try await store.process.run(["auth", "grant", email, "operator"] + place).status == 64)
                #expect(try await run("delete-account", input: "another odd password\n").status == 0)
                #expect(try await run("whoami").status == 77)
                #expect(try await run("sign-in", email, input: "another odd password\n").status == 77)
            }
            let unreachable = try await run("sign-in", email, input: password)
            #expect(unreachable.status == 69)
            #expect(unreachable.errors.contains("cannot be reached"))
            place = ["--server", "http://nacre.example.com"]
            #expect(try await run("sign-in", email, input: password).status == 64)
        }

        @Test("a password is reset with the link of a mail, once")
        func reset() async throws {
            let (email, mails) = ("ada@example.com", store.folder.path("mails"))
            try await store.output("auth", "register", email, input: "a long and odd password\n")
            try await store.output("auth", "request-reset", email)
            try await serve("--mail-folder", mails) { _ in
                let link = try await token(in: mails, of: 2)
                let input = "\(link)\nanother odd password\n"
                try await store.failure(65, "auth", "reset-password", input: "\(link)\nshort\n")
                try await store.output("auth", "reset-password", input: input)
                try await store.failure(65, "auth", "reset-password", input: input)
            }
            try await store.output("auth", "sign-in", email, "--print-token", input: "another odd password\n")
        }

        @Test("a host that is not loopback needs a certificate, and a certificate its key")
        func refused() async throws {
            #expect(try await store.failure(64, "serve", "--host", "0.0.0.0").contains("without TLS"))
            #expect(try await store.failure(64, "serve", "--tls-certificate", "c.pem").contains("--tls-key"))
            #expect(!store.exists)
        }

        @Test("a rate that is not above 0 is refused", arguments: ["--rate", "--password-rate"])
        func rates(option: String) async throws {
            for value in ["0", "nan", "inf"] {
                #expect(try await store.failure(64, "serve", option, value).contains("give a number above 0"))
            }
            #expect(!store.exists)
        }
    }
}
