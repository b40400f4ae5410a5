import Foundation
import TestFolders
import Testing
import ToolTesting

#if os(Linux)
    /// The option of `unshare` for a namespace of mounts.
    private let namespace = geteuid() == 0 ? "-m" : "-rm"
    private let canMount = system("unshare \(namespace) mount -t tmpfs none /mnt >/dev/null 2>&1") == 0

    extension EndToEndTests {
        /// Each run has its own file system in memory, which requires a mount namespace; without root, a user namespace too.
        @Suite("A full disk", .enabled(if: canMount, "the system allows no mount in a namespace"))
        struct FullDiskTests {
            private let store: CommandLineStore

            init() throws {
                store = try CommandLineStore()
            }

            /// The command that creates the store's folder `$0/copy` before the disk is full: from the store `$1`, or with the
            /// program `$2`.
            private enum Preparation: String {
                case copyOfLog = #"mkdir "$0/copy" && cp "$1/log.mdb" "$0/copy""#
                case copyWithLock =
                    #"mkdir "$0/copy" && cp --sparse=never "$1/log.mdb" "$1/log.mdb-lock" "$0/copy""#
                case storeOfOneItem = #""$2" items add "Buy milk" --store "$0/copy" >&2"#
            }

            /// Runs a command on a file system without a free byte; by default on a copy of the log alone, like a
            /// backup.
            private func runOnFullDisk(
                _ arguments: [String], _ preparation: Preparation = .copyOfLog
            ) async throws -> NacreProcess.Result {
                let mount = store.folder.path("full")
                try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
                let script = """
                    mount -t tmpfs -o size=1m none "$0" && \(preparation.rawValue) || exit 99
                    dd if=/dev/zero of="$0/filler" bs=4k 2>&-
                    shift; exec "$@" --store "$0/copy"
                    """
                return try await NacreProcess().shell(
                    #"mount="$1"; log="$2"; script="$3"; shift 3; exec unshare \#(namespace) sh -c "$script" "$mount" "$log" "$0" "$@""#,
                    arguments: [mount, store.path, script] + arguments)
            }

            @Test("commands that read work on a copy without lock files, and are not killed")
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
                    #expect(result.errors.contains("is read-only"), "\(command) says \(result.errors)")
                }
            }

            @Test("a log with a lock file and no space for an index is read, with a warning")
            func lockedLog() async throws {
                try await store.output("items", "add", "Buy milk")
                let result = try await runOnFullDisk(["read"], .copyWithLock)
                #expect(result.status == 0, "it exits with \(result.status): \(result.errors)")
                #expect(result.output.contains("ItemCreated"))
                #expect(result.errors.contains("is read-only"), "it says \(result.errors)")
            }

            @Test("a command whose event is recorded, but whose read model has no space, exits with 3 and reports both")
            func recording() async throws {
                let name = String(repeating: "x", count: 150)
                let result = try await runOnFullDisk(["items", "add", name], .storeOfOneItem)
                #expect(result.status == 3, "it exits with \(result.status): \(result.errors)")
                for part in [
                    "recorded as version 1", "at position 2", "the disk is full: there is no room for", "--id",
                ] {
                    #expect(result.errors.contains(part), "it says \(result.errors)")
                }
            }

            @Test("commands that write exit with 74 and the remedy")
            func writing() async throws {
                try await store.output("items", "add", "Buy milk")
                let result = try await runOnFullDisk(["items", "add", "Sow wheat"])
                #expect(result.status == 74, "it exits with \(result.status): \(result.errors)")
                #expect(result.errors.contains("the disk is full: there is no room for"))
                #expect(result.errors.contains("log.mdb-lock"))
                #expect(result.errors.contains("make room"))
                // Once, and without LMDB's own message.
                #expect(result.errors.components(separatedBy: "log.mdb-lock").count == 2, "it says \(result.errors)")
                for part in ["No space left", "code 28", "posix_fallocate", "transaction"] {
                    #expect(!result.errors.contains(part), "it says \(result.errors)")
                }
            }
        }
    }
#endif
