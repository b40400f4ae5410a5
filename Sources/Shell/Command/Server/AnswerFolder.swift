#if Server || All
    import Nacre
    import NacreLMDB
    import NacreTool

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// The folder with the file of a server's answers, which its owner alone can read.
    struct AnswerFolder {
        /// The path of the folder, which is created when it is needed.
        let path: String

        /// Opens the file; an unusable one, or one of a newer program, is replaced by an empty one.
        ///
        /// - Returns: The store of the answers.
        /// - Throws: Foundation's error if the folder cannot be created; `EventStoreError`; ``FileError``.
        func open() async throws -> LMDBReadModelStore {
            do {
                return try await openFile()
            } catch let error as EventStoreError where error.code == .newerFormat {
                try discard()
                return try await openFile()
            }
        }

        private func openFile() async throws -> LMDBReadModelStore {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try await LMDBReadModelStore.open(at: "\(path)/answers.mdb", mapSize: 16 << 20)
        }

        /// Removes all answers with their file.
        ///
        /// - Throws: ``FileError``, or Foundation's error, if the folder cannot be removed.
        func discard() throws {
            // Data and lock file leave together: a process that opens the file meanwhile never pairs an old one with a
            // new one.
            let removed = "\(path).\(UUID().uuidString.lowercased())"
            guard rename(path, removed) == 0 else {
                guard errno == ENOENT || errno == ENOTDIR else {
                    throw FileError(.inputOutput, "cannot remove the cache \(path)", systemError: errno)
                }
                return
            }
            try FileManager.default.removeItem(atPath: removed)
        }
    }
#endif
