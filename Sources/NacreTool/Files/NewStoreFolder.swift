import Nacre

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

/// The temporary folder of a new store, beside its destination: the destination appears complete or not at all.
struct NewStoreFolder {
    private let destination: String
    /// The folder during the work; its name says that it is partial, if the process is killed.
    private let path: String

    /// Chooses the folder; the store that is created there creates it.
    ///
    /// - Throws: ``FileError``: `cannotCreate` if something is at the destination.
    init(for path: String) throws(FileError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        destination = path
        self.path = "\(path).partial-\(EventID.random())"
        var status = stat()
        guard lstat(path, &status) != 0 else { throw failure(EEXIST) }
    }

    /// Creates a store in the folder, fills it and renames the folder to its destination; if that fails, nothing is left.
    ///
    /// - Parameters:
    ///   - tool: The program, whose engine creates the store.
    ///   - fill: Fills the empty store.
    /// - Returns: The result of `fill`.
    /// - Throws: The errors of `fill`; `EventStoreError` if the store cannot be created; ``FileError`` if the folder
    ///   cannot be renamed.
    func publish<Tool: StoreTool, Result>(
        by tool: Tool.Type, _ fill: (any EventStore) async throws -> Result
    ) async throws -> Result {
        let engine = Tool.engine(StoreLocation(path: path, log: nil, logger: Console.standard.diagnostics.logger))
        do {
            let result = try await engine.use(for: .writing) { try await fill($0.store) }
            try moveIntoPlace()
            return result
        } catch {
            discard()
            throw error
        }
    }

    private func moveIntoPlace() throws(FileError) {
        // It replaces an empty folder and fails on anything else.
        guard rename(path, destination) == 0 else { throw failure(errno) }
        let parent = open(destination + "/..", O_RDONLY | O_CLOEXEC)
        guard parent >= 0 else { throw failure(errno) }
        defer { close(parent) }
        guard fsync(parent) == 0 else { throw failure(errno) }
    }

    /// Removes what was written before a failure; the failure itself is what the command reports.
    private func discard() {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Console.standard.diagnostics.notice(
                "\(quoted(path, upTo: .max)), a part of the new store, cannot be removed: \(error)")
        }
    }

    private func failure(_ number: Int32) -> FileError {
        FileError(
            .cannotCreate, "cannot create a store at \(quoted(destination, upTo: .max))", systemError: number)
    }
}
