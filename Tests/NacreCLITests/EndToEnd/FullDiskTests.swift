import Foundation
import Testing

#if os(Linux)
    extension EndToEndTests {
        /// Each run has a file system of its own in memory, which takes a namespace: without root, one of the user's.
        @Suite("A full disk")
        struct FullDiskTests {
            private let store: CommandLineStore

            init() throws {
                store = try CommandLineStore()
            }

            /// Runs a command on a copy of the log, alone unless more files are named, as a backup is, on a file system of
            /// which no byte is left.
            private func runOnFullDisk(
                _ arguments: [String], copying files: String = "log.mdb"
            ) async throws -> NacreProcess.Result {
                let mount = store.folder.path("full")
                try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
                let script = """
                    mount -t tmpfs -o size=1m none "$0" && mkdir "$0/copy" && (cd "$1" && cp \(files) "$0/copy") || exit 99
                    dd if=/dev/zero of="$0/filler" bs=4k 2>&-
                    shift; exec "$@" --store "$0/copy"
                    """
                let namespace = geteuid() == 0 ? "-m" : "-rm"
                return try await NacreProcess().shell(
                    #"mount="$1"; log="$2"; script="$3"; shift 3; exec unshare \#(namespace) sh -c "$script" "$mount" "$log" "$0" "$@""#,
                    arguments: [mount, store.path, script] + arguments)
            }

            @Test("commands that look at a copy without lock files show what is there, and are not killed")
            func looking() async throws {
                try await store.output("items", "add", "Buy milk")
                let copy = store.folder.path("backup")
                for (command, shown) in [
                    (["read"], "ItemCreated"), (["stats"], "events"), (["verify"], "no faults"),
                    (["export"], "ItemCreated"), (["streams"], "item-"), (["backup", copy], "copied 1 event"),
                    (["items", "list"], "Buy milk"), (["projections", "list"], "items"), (["replay", "--check"], ""),
                ] {
                    let result = try await runOnFullDisk(command)
                    #expect(result.status == 0, "\(command) exits with \(result.status): \(result.errors)")
                    #expect(result.output.contains(shown) || shown.isEmpty, "\(command) prints \(result.output)")
                    #expect(result.errors.contains("it is only read"), "\(command) says \(result.errors)")
                }
            }

            @Test("a log with a lock file and no room for an index is read, with a warning")
            func lockedLog() async throws {
                try await store.output("items", "add", "Buy milk")
                let result = try await runOnFullDisk(["read"], copying: "--sparse=never log.mdb log.mdb-lock")
                #expect(result.status == 0, "it exits with \(result.status): \(result.errors)")
                #expect(result.output.contains("ItemCreated"))
                #expect(result.errors.contains("it is only read"), "it says \(result.errors)")
            }

            @Test("commands that write end with 74 and say what to do")
            func writing() async throws {
                try await store.output("items", "add", "Buy milk")
                let result = try await runOnFullDisk(["items", "add", "Sow wheat"])
                #expect(result.status == 74, "it exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("log.mdb-lock"))
                #expect(result.errors.contains("make room"))
            }
        }
    }
#endif
