import Foundation

/// The temporary folder that a command's stores live in.
struct Workspace: Sendable {
    let folder: URL

    /// Who has parts of the stores elsewhere, and is told before a store's files are removed.
    let holders = StoreHolders()

    /// Makes a folder of its own below a directory.
    ///
    /// - Throws: ``HarnessError`` where nothing can be made there.
    init(below directory: URL) throws {
        folder = directory.appendingPathComponent("nacre-bench-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HarnessError(
                .cannotCreate,
                "no folder can be made in \(directory.path) (\(systemReason(error))): choose another with --directory")
        }
    }

    /// Runs a body with a new, empty folder, on a disk that has nothing left to write, and removes the folder.
    func withFreshStore<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let store = try makeFolder("store")
        let result: Result
        do {
            result = try await body(store)
        } catch {
            // The first error says what went wrong.
            try? await onDedicatedThread { try holders.letGo(of: store) }
            try? FileManager.default.removeItem(at: store)
            throw error
        }
        try await onDedicatedThread { try holders.letGo(of: store) }
        try reporting("\(store.path) cannot be removed") { try FileManager.default.removeItem(at: store) }
        return result
    }

    /// A file whose name begins so, and that is not there.
    func newFile(_ name: String) -> URL {
        folder.appendingPathComponent("\(name)-\(UInt32.random(in: 0 ... .max))")
    }

    /// Makes an empty folder, whose name begins so, and which stays until the workspace is removed.
    func makeFolder(_ name: String) throws -> URL {
        let made = newFile(name)
        try reporting("no folder can be made at \(made.path)", as: .cannotCreate) {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
        }
        return made
    }

    /// Waits until the disk has written what others left it to write, so that a slice pays for itself alone.
    func settle() async {
        await withCheckedContinuation { continuation in
            Thread {
                sync()
                continuation.resume()
            }.start()
        }
    }

    /// Removes the folder, and what is held of its stores elsewhere; does nothing where it is gone already.
    func remove() throws {
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
                // A process that was ended just now may have written a last file.
                usleep(50_000)
            }
        }
    }
}
