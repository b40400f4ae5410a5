import Foundation
import Testing

@testable import NacreLMDB

extension EndToEndTests {
    /// Commands with `--server` while the server is gone.
    @Suite("Commands without their server")
    struct OfflineCommandTests {
        private let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"

        /// Runs a query that must be answered from the cache, and returns its output.
        private func kept(
            _ user: CommandUser, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> String {
            let result = try await user.process.run(arguments + user.place)
            #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
            let age = /nacre: the server does not answer: shown is its answer of \S+Z, \d+ (second|minute)s? ago\n/
            #expect(try age.wholeMatch(in: result.errors) != nil, "\(result.errors)", sourceLocation: sourceLocation)
            return result.output
        }

        @Test("queries show the kept answers with their age, changes fail, and the server's answers follow")
        func reading() async throws {
            try await CommandServer.run { server in
                let ada = try await server.signedIn("ada")
                let account = try await ada.account
                try await ada.output("items", "add", "Buy milk", "--id", id)
                try await ada.output(
                    "profile", "setup", "--user", account, "--screen-name", "ada", "--birthday", "1990-12-10")
                let list = try await ada.output("items", "list")
                let item = try await ada.output("items", "show", id)
                let profile = try await ada.output("profile", "show", account, "--format", "json")
                try await server.server.kill()
                #expect(try await kept(ada, "items", "list") == list)
                #expect(try await kept(ada, "items", "show", id) == item)
                #expect(try await kept(ada, "profile", "show", account, "--format", "json") == profile)
                // This page was never asked for.
                #expect(try await ada.failure(69, "items", "list", "--all").contains("cannot be reached"))
                for change in [["add", "Buy tea"], ["rename", id, "Buy tea"], ["complete", id], ["delete", id]] {
                    let result = try await ada.process.run(["items"] + change + ada.place)
                    #expect(result.status == 69 && result.output == "", "\(result)")
                }
                #expect(try await kept(ada, "items", "list") == list)
                try await server.server.start()
                let now = try await ada.run("items", "list")
                #expect(now.status == 0 && now.output == list && now.errors == "")
                try await ada.output("items", "rename", id, "Buy bread")
                try await server.server.kill()
                // The list from before the own change is not shown any more; the item is the changed one.
                try await ada.failure(69, "items", "list")
                #expect(try await kept(ada, "items", "show", id).contains("Buy bread"))
            }
        }

        @Test("signing out removes the kept answers, and another account never sees them")
        func accounts() async throws {
            try await CommandServer.run { server in
                let ada = try await server.signedIn("ada")
                try await ada.output("items", "add", "Sow the wheat", "--id", id)
                try await ada.output("items", "list")
                let kept = try #require(ada.process.environment["XDG_CACHE_HOME"])
                #expect(try files(in: kept).contains { try contains("Sow the wheat", $0) })
                for file in try files(in: kept) { #expect(try mode(of: file) & 0o077 == 0, "\(file)") }
                try await ada.output("auth", "sign-out")
                #expect(try files(in: kept) == [])

                // Another account at this machine, and then its session in place of the first one's, without signing out.
                var bob = try await server.signedIn("bob")
                bob.process.environment["XDG_CACHE_HOME"] = kept
                try await ada.signIn()
                try await ada.output("items", "list")
                try await server.server.kill()
                for command in [["list"], ["show", id]] {
                    let result = try await bob.process.run(["items"] + command + bob.place)
                    #expect(result.status == 69 && result.output == "", "\(result)")
                }
                try await server.server.start()
                #expect(try await bob.output("items", "list") == "")
                try await server.server.kill()
                #expect(try await self.kept(bob, "items", "list") == "")
                let first = try await ada.process.run(["items", "list"] + ada.place)
                #expect(first.status == 69 && first.output == "", "\(first)")
            }
        }

        @Test("signing in again and deleting the account remove the kept answers too")
        func removed() async throws {
            try await CommandServer.run { server in
                let ada = try await server.signedIn("ada")
                let kept = try #require(ada.process.environment["XDG_CACHE_HOME"])
                try await ada.output("items", "list")
                #expect(try !files(in: kept).isEmpty)
                try await ada.signIn()
                #expect(try files(in: kept) == [])
                try await ada.output("items", "list")
                try await ada.output("auth", "delete-account", input: "\(CommandServer.password)\n")
                #expect(try files(in: kept) == [])
            }
        }

        @Test("a cache of a newer program, a damaged one, and a folder that cannot be used are no errors")
        func unusable() async throws {
            try await CommandServer.run { server in
                let ada = try await server.signedIn("ada")
                let kept = try #require(ada.process.environment["XDG_CACHE_HOME"])
                try await ada.output("items", "add", "Buy milk", "--id", id)
                let list = try await ada.output("items", "list")
                let file = URL(filePath: try #require(try files(in: kept).first { $0.hasSuffix("answers.mdb") }))
                for unusable in [newerFormat(try Data(contentsOf: file)), Data(repeating: 0xA5, count: 64 << 10)] {
                    try unusable.write(to: file)
                    let online = try await ada.run("items", "list")
                    #expect(online.status == 0 && online.output == list && online.errors == "")
                    // The new cache works.
                    try await server.server.kill()
                    #expect(try await self.kept(ada, "items", "list") == list)
                    try await server.server.start()
                }
                var elsewhere = ada
                elsewhere.process.environment["XDG_CACHE_HOME"] = "/dev/null"
                let uncached = try await elsewhere.run("items", "list")
                #expect(uncached.status == 0 && uncached.output == list)
                #expect(uncached.errors.hasPrefix("nacre: the server's answers are not kept: "))
            }
        }

        private func files(in folder: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }.filter {
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
        }

        private func contains(_ text: String, _ file: String) throws -> Bool {
            try Data(contentsOf: URL(filePath: file)).range(of: Data(text.utf8)) != nil
        }

        private func mode(of file: String) throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
        }

        /// A file of read models, with the format of a program to come.
        private func newerFormat(_ file: Data) -> Data {
            func header(ofFormat format: UInt16) -> Data {
                withUnsafeBytes(of: ViewsFormat.magic.littleEndian) { Data($0) }
                    + withUnsafeBytes(of: format.littleEndian) { Data($0) }
            }
            var newer = file
            while let place = newer.range(of: header(ofFormat: ViewsFormat.version)) {
                newer.replaceSubrange(place, with: header(ofFormat: 9))
            }
            return newer
        }
    }
}
