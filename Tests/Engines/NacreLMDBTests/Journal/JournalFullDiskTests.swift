#if os(Linux)
    import ChildProcesses
    import Foundation
    import Nacre
    import TestFolders
    import TestTraits
    import Testing

    @testable import NacreLMDB

    /// The option of `unshare` for a namespace of mounts.
    private let namespace = geteuid() == 0 ? "-m" : "-rm"
    private let canMount = system("unshare \(namespace) mount -t tmpfs none /mnt >/dev/null 2>&1") == 0

    /// The journal is on an in-memory file system of 1 MiB, which another process has mounted for itself.
    @Suite(.fewAtOnce, .enabled(if: canMount, "the system allows no mount in a namespace"))
    struct JournalFullDiskTests {
        private static let id = StoreID(EventID(high: 1, low: 2))
        private static let end = Block.End(position: 0, checksum: 1)

        @Test func `a disk without room for the journal is reported with what is missing, and holds nothing after it`()
            async throws
        {
            try await onSmallDisk { disk in
                let error = #expect(throws: EventStoreError.self) {
                    try JournalFile.build(disk + "/journal", of: Self.id, continuing: Self.end, byteCount: 4 << 20)
                }
                #expect(error?.code == .diskFull)
                #expect(error?.message.contains("the disk is full: there is no room for") == true)
                #expect(error?.message.contains(" of the 4194304 bytes of ") == true)
                #expect(error?.message.contains("make room on the disk") == true)
                let words = error?.message.split(separator: " ").compactMap { Int($0) } ?? []
                // The file system takes a few pages for itself.
                #expect(words.first.map { (3 << 20...(3 << 20) + 65_536).contains($0) } == true, "\(words)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
                try JournalFile.build(disk + "/journal", of: Self.id, continuing: Self.end, byteCount: 1 << 19)
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["journal"])
            }
        }

        @Test func `a sparse copy that finds no room is refused, and is not changed`() async throws {
            try await onSmallDisk { disk in
                let bytes = try Self.sparseJournal(disk, byteCount: 1 << 19)
                try Self.fill(disk)
                let error = #expect(throws: EventStoreError.self) {
                    try JournalFile.open(disk + "/journal", of: Self.id, for: .writing)?.fillHoles()
                }
                #expect(error?.code == .diskFull)
                #expect(FileManager.default.contents(atPath: disk + "/journal") == bytes)
                // With room again, it is filled.
                try FileManager.default.removeItem(atPath: disk + "/filler")
                let journal = try JournalFile.open(disk + "/journal", of: Self.id, for: .writing)
                try journal?.fillHoles()
                #expect(try journal?.file.hasHoles() == false)
            }
        }

        @Test func `a frame that cannot be written leaves its outcome unknown, and no frame is written after it`()
            async throws
        {
            try await onSmallDisk { disk in
                try JournalFile.build(disk + "/journal", of: Self.id, continuing: Self.end, byteCount: 1 << 19)
                let journal = try #require(try JournalFile.open(disk + "/journal", of: Self.id, for: .writing))
                var writer = JournalWriter(journal, journal.control, of: StoreHeader(id: Self.id, createdAt: 1))
                var source = BlockSource(after: Self.end)
                let first = [source.block(byteCount: 600)]
                try writer.write(first)
                // The rest of the ring becomes a hole of a full disk.
                #expect(truncate(disk + "/journal", 12_288) == 0)
                #expect(truncate(disk + "/journal", 1 << 19) == 0)
                try Self.fill(disk)
                var frame = FrameBuffer([source.block(byteCount: 10_000)])
                var errors: [EventStoreError] = []
                for _ in 0..<2 {
                    do throws(EventStoreError) { _ = try writer.write(&frame) } catch { errors.append(error) }
                }
                try FileManager.default.removeItem(atPath: disk + "/filler")
                do throws(EventStoreError) { _ = try writer.write(&frame) } catch { errors.append(error) }
                do throws(EventStoreError) {
                    writer.drain(through: 1)
                    try writer.advanceStart()
                } catch { errors.append(error) }
                #expect(errors.map(\.outcome) == [.unknown, .notWritten, .notWritten, .notWritten])
                #expect(errors.map(\.code) == [.diskFull, .diskFull, .diskFull, .diskFull])
                let again = try #require(try JournalFile.open(disk + "/journal", of: Self.id, for: .reading))
                #expect(again.control == writer.control)
                var after = JournalReader(again)
                #expect(try after.walk(continuing: Self.end).whole().map(\.parts) == [first])
            }
        }

        /// Runs a body with the path of a file system of 1 MiB.
        private func onSmallDisk(_ body: (String) throws -> Void) async throws {
            let folder = try TemporaryFolder()
            let script = #"mount -t tmpfs -o size=1m none "$0" && echo $$ && exec sleep 600"#
            let process = try await ChildProcess(
                URL(filePath: "/bin/sh"),
                ["-c", #"exec unshare \#(namespace) sh -c "$0" "$@""#, script, folder.path])
            let line = try await process.output { $0.contains(UInt8(ascii: "\n")) }
            let id = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let result = Result { try body("/proc/\(id)/root\(folder.path)") }
            process.send(SIGKILL)
            _ = try await process.ending()
            try result.get()
        }

        /// Writes a sparse journal, and returns its bytes.
        private static func sparseJournal(_ disk: String, byteCount: Int) throws -> Data? {
            try JournalFile.build(disk + "/journal", of: id, continuing: end, byteCount: byteCount)
            guard truncate(disk + "/journal", 8_192) == 0, truncate(disk + "/journal", byteCount) == 0 else {
                return nil
            }
            return FileManager.default.contents(atPath: disk + "/journal")
        }

        /// Takes all room of a file system.
        private static func fill(_ disk: String) throws {
            #expect(FileManager.default.createFile(atPath: disk + "/filler", contents: nil))
            let handle = try FileHandle(forWritingTo: URL(filePath: disk + "/filler"))
            while (try? handle.write(contentsOf: Data(count: 4_096))) != nil {}
            try handle.close()
        }
    }
#endif
