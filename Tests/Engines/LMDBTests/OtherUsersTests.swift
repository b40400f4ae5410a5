import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// The question whether another process has a file open, as far as one process can tell.
@Suite(.fewAtOnce) struct OtherUsersTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `references of the same process are no other process`() throws {
        let (first, second) = (try folder.open(), try folder.open())
        #expect(try !first.isOpenInOtherProcess)
        second.close()
        #expect(try !first.isOpenInOtherProcess)
        first.close()
        let error = #expect(throws: LMDBError.self) { try first.isOpenInOtherProcess }
        #expect(error?.code == .closed)
        // The descriptor of the first opening is closed, and the next one opens its own.
        #expect(try !folder.open().isOpenInOtherProcess)
    }

    @Test func `a file that is read unlocked can be asked for, also without a lock file`() throws {
        try folder.open().put("a", "1")
        let environment = try folder.open(access: .readingUnlocked)
        #expect(try !environment.isOpenInOtherProcess)
        environment.close()
        try FileManager.default.removeItem(atPath: folder.path("data.mdb-lock"))
        let again = try folder.open(access: .readingUnlocked)
        #expect(try !again.isOpenInOtherProcess)
        #expect(!FileManager.default.fileExists(atPath: folder.path("data.mdb-lock")))
    }

    #if os(Linux)
        /// The descriptors of the lock file in this process.
        private var descriptors: [String] {
            get throws {
                // Resolved, as LMDB opens it.
                let path = URL(filePath: folder.path("data.mdb-lock")).resolvingSymlinksInPath().path
                return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { descriptor in
                    // Other tests close descriptors meanwhile.
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path
                }
            }
        }

        /// Whether this process holds a read lock on the first byte of the lock file.
        private func holdsLock() throws -> Bool {
            // lock: 1: POSIX  ADVISORY  READ 4711 fe:00:16236587 0 0
            try descriptors.contains { descriptor in
                try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8).split(separator: "\n")
                    .contains { $0.contains("POSIX") && $0.contains("READ") && $0.hasSuffix(" 0 0") }
            }
        }

        @Test func `asking leaves LMDB its lock, until the last reference is closed`() throws {
            let (first, second) = (try folder.open(), try folder.open())
            try #require(try holdsLock())
            for _ in 0..<3 { #expect(try !first.isOpenInOtherProcess) }
            #expect(try holdsLock())
            // LMDB's own one, and the one for all questions.
            #expect(try descriptors.count == 2)
            first.close()
            #expect(try holdsLock())
            second.close()
            #expect(try descriptors.isEmpty)
        }
    #endif
}
