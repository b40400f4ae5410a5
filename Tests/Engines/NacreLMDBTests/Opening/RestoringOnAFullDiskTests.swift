#if os(Linux)
    import ChildProcesses
    import Foundation
    import Nacre
    import NacreLMDB
    import PeerMessages
    import TestFolders
    import Testing

    /// The option of `unshare` for a namespace of mounts.
    private let namespace = geteuid() == 0 ? "-m" : "-rm"
    private let canMount = system("unshare \(namespace) mount -t tmpfs none /mnt >/dev/null 2>&1") == 0

    /// The store is on an in-memory file system without free space.
    @Suite(.enabled(if: canMount, "the system allows no mount in a namespace"))
    struct RestoringOnAFullDiskTests {
        @Test func `confirming a restore on a full disk is refused, though the options allow reading the store`()
            async throws
        {
            let folder = try TemporaryFolder()
            let store = try await LMDBEventStore.open(at: folder.store, options: .small())
            try await store.append([EventData(type: "T", data: [1])], to: "s-1")
            await store.close()
            #expect(try await answer(to: .open, onFullDiskWithLogOf: folder).errorCode == nil)
            let answer = try await answer(to: .confirmRestored, onFullDiskWithLogOf: folder)
            #expect(answer.errorCode == "diskFull")
            #expect(answer.errorMessage?.contains("log.mdb-lock") == true, "\(answer)")
        }

        /// Runs a job on a copy of a store's log, as a backup is, with options that allow opening it read-only.
        private func answer(to job: PeerJob, onFullDiskWithLogOf folder: TemporaryFolder) async throws -> PeerAnswer {
            let mount = folder.path + "/full"
            try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
            let script = """
                mount -t tmpfs -o size=1m none "$0" && mkdir "$0/copy" && cp "$1/log.mdb" "$0/copy" || exit 99
                dd if=/dev/zero of="$0/filler" bs=4k 2>&-
                exec "$2" "$0/copy" --reading
                """
            let process = try await ChildProcess(
                URL(filePath: "/bin/sh"),
                [
                    "-c", #"exec unshare \#(namespace) sh -c "$0" "$@""#, script, mount, folder.store,
                    Peer<PeerJob>.executable.path,
                ],
                message: JSONEncoder().encode(job))
            let data = try await process.output()
            #expect(try await process.ending() == .exit(0))
            return try JSONDecoder().decode(PeerAnswer.self, from: data)
        }
    }
#endif
