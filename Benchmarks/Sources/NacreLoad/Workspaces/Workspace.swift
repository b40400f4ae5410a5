package import Foundation

/// The temporary folder of a command's stores.
package struct Workspace: Sendable {
    package let folder: URL

    /// The holders of parts of the stores elsewhere, called before a store's files are removed.
    package let holders = StoreHolders()

    /// Creates a folder of its own below a directory.
    ///
    /// - Throws: ``HarnessError`` if it cannot be created.
    package init(below directory: URL) throws {
        folder = directory.appendingPathComponent("nacre-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HarnessError(
                .cannotCreate,
                "cannot create a folder in \(directory.path) (\(systemReason(error))): choose another with --directory")
        }
    }

    /// Runs a body with a new, empty folder, on a disk without pending writes, and removes the folder.
    package func withFreshStore<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let store = try makeFolder("store")
        let result: Result
        do {
            result = try await body(store)
        } catch {
            // The first error is the cause.
            try? await onDedicatedThread { try holders.letGo(of: store) }
            try? FileManager.default.removeItem(at: store)
            throw error
        }
        try await onDedicatedThread { try holders.letGo(of: store) }
        try reporting("\(store.path) cannot be removed") { try FileManager.default.removeItem(at: store) }
        return result
    }

    /// A file with this name prefix that does not exist.
    package func newFile(_ name: String) -> URL {
        folder.appendingPathComponent("\(name)-\(UInt32.random(in: 0 ... .max))")
    }

    /// Creates an empty folder with this name prefix, which remains until the workspace is removed.
    package func makeFolder(_ name: String) throws -> URL {
        let made = newFile(name)
        try reporting("cannot create a folder at \(made.path)", as: .cannotCreate) {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
        }
        return made
    }

    /// Waits until pending writes are on the disk, so that a slice pays only for its own.
    package func settle() async {
        await withCheckedContinuation { continuation in
            Thread {
                sync()
                continuation.resume()
            }.start()
        }
    }

    /// Removes the folder, and the parts of its stores held elsewhere; does nothing if it is already gone.
    package func remove() throws {
        try holders.exclusively {
            guard FileManager.default.fileExists(atPath: folder.path) else { return }
            let letGo = Result { try holders.letGo(of: folder) }
            try removeFiles()
            try letGo.get()
        }
    }

    private func removeFiles() throws {
        var attemptsLeft = 20
        while true {
            do {
                return try FileManager.default.removeItem(at: folder)
            } catch {
                attemptsLeft -= 1
                guard attemptsLeft > 0 else {
                    throw HarnessError(.inputOutput, "\(folder.path) cannot be removed: \(systemReason(error))")
                }
                // A process that has just ended may have written a last file.
                usleep(50_000)
            }
        }
    }
}
