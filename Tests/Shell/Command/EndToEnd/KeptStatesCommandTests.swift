import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("nacre projections keep")
    struct KeptStatesCommandTests {
        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        private struct Kept: Decodable, Hashable {
            let projection: String
            let position: Int
        }

        private func kept(_ arguments: String...) async throws -> [Kept] {
            let result = try await store.process.run(
                ["projections", "keep"] + arguments + ["--format", "ndjson"] + store.place)
            #expect(result.status == 0, "\(result.errors)")
            return try result.output.split(separator: "\n").map {
                try JSONDecoder().decode(Kept.self, from: Data($0.utf8))
            }
        }

        private func states(_ projection: String, every interval: Int, upTo head: Int) -> [Kept] {
            stride(from: interval, through: head, by: interval).map { Kept(projection: projection, position: $0) }
        }

        @Test("the items of a history as of a position are those of its lines, with kept states and damaged ones")
        func answers() async throws {
            let events = try FoldedItem.Event.all(of: Fixture.history)
            try await store.output("import", Fixture.history)
            let expected = states("items", every: 300, upTo: events.count)
            #expect(try await kept("items", "--every", "300") == expected)
            #expect(try await kept("--list") == expected)
            for position in [0, 299, 300, 301, 1000, events.count] {
                let listed = try await items(asOf: position)
                #expect(listed.items == FoldedItem.fold(events.prefix(position)), "as of position \(position)")
                if position > 0 { #expect(listed.errors == "") }
            }
            let folder = store.path + "/kept"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                _ = try store.folder.file("damaged", named: "\(store.name)/kept/\(name)")
            }
            let listed = try await items(asOf: 700)
            #expect(listed.items == FoldedItem.fold(events.prefix(700)))
            #expect(listed.errors.contains("the kept state of projection items at position 600 is not used"))
            #expect(try await kept("--list") == expected.filter { $0.position > 600 })
        }

        private func items(asOf position: Int) async throws -> (items: [FoldedItem], errors: String) {
            let result = try await store.run(
                "items", "list", "--all", "--as-of", "\(position)", "--format", "ndjson")
            #expect(result.status == 0, "\(result.errors)")
            let items = try result.output.split(separator: "\n").map {
                try JSONDecoder().decode(FoldedItem.self, from: Data($0.utf8))
            }
            return (items, result.errors)
        }

        @Test("stats counts the states, verify reports a damaged one, a backup leaves them out, and they are removed")
        func others() async throws {
            for name in ["Buy milk", "Buy bread", "Sow wheat"] { try await store.output("items", "add", name) }
            // No event is one of a profile.
            #expect(try await kept("--all", "--every", "2") == states("items", every: 2, upTo: 3))
            #expect(try await kept("profiles", "--every", "2") == states("profiles", every: 2, upTo: 3))
            #expect(try await store.output("stats").contains("kept states"))
            #expect(try await store.output("stats", "--format", "json").contains(#""keptStates":{"count":2,"#))

            let backup = try await store.run("backup", store.folder.path("copy"))
            #expect(backup.errors.contains("the copy has none of the 2 kept states"))
            #expect(!FileManager.default.fileExists(atPath: store.folder.path("copy/kept")))

            let names = try FileManager.default.contentsOfDirectory(atPath: store.path + "/kept")
            let name = try #require(names.first { $0.hasPrefix("items.") })
            _ = try store.folder.file("damaged", named: "\(store.name)/kept/\(name)")
            let verified = try await store.run("verify")
            #expect(verified.status == 0)
            #expect(verified.errors.contains("the kept state of projection items at position 2 will not be used"))

            #expect(try await kept("--remove", "profiles") == states("profiles", every: 2, upTo: 3))
            #expect(try await kept("--remove", "--all").map(\.projection) == ["items"])
            #expect(try await kept("--list") == [])
        }

        @Test("an interval that would keep too many states is lengthened, which is said")
        func interval() async throws {
            try await store.output("import", Fixture.history)
            let result = try await store.run("projections", "keep", "profiles", "--every", "1", "--format", "ndjson")
            #expect(result.output.split(separator: "\n").count <= 64)
            #expect(result.errors.contains("states of profiles are kept every 28 events"), "\(result.errors)")
        }

        @Test("in a store that cannot be written, nothing is kept or removed, which ends with 73")
        func readOnly() async throws {
            for name in ["Buy milk", "Buy bread"] { try await store.output("items", "add", name) }
            let nacre = NacreProcess(prefix: NacreProcess.unprivileged)
            func refused(in folder: String, _ arguments: String...) async throws {
                try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
                let result = try await nacre.run(["projections", "keep"] + arguments + store.place)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
                #expect(result.status == 73, "it exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("kept"), "\(result.errors)")
                #expect(!result.errors.contains("NSCocoaError"), "\(result.errors)")
            }
            try await refused(in: store.path, "items", "--every", "1")
            try await store.output("projections", "keep", "items", "--every", "2")
            try await refused(in: store.path + "/kept", "items", "--every", "1")
            try await refused(in: store.path + "/kept", "--remove", "--all")
            #expect(try await kept("--list") == states("items", every: 2, upTo: 2))
        }

        @Test("what is to be kept must be named, and exist")
        func refusals() async throws {
            try await store.output("items", "add", "Buy milk")
            try await store.failure(64, "projections", "keep")
            try await store.failure(64, "projections", "keep", "items", "--all")
            try await store.failure(64, "projections", "keep", "items", "--every", "0")
            try await store.failure(64, "projections", "keep", "--all", "--list", "--remove")
            #expect(try await store.failure(66, "projections", "keep", "itmes").contains("items"))
            #expect(try await store.failure(66, "projections", "keep", "--remove", "itmes").contains("items"))
            #expect(try await store.failure(66, "projections", "keep", "--list", "itmes").contains("items"))
            #expect(try await store.output("projections", "keep", "--list", "items") == "")
            #expect(try await store.output("projections", "keep", "items") == "")
        }
    }
}
