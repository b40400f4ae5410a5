public import Nacre
public import NacreRuntime

extension StoreOptions {
    /// Opens the store, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - purpose: What the command wants of it.
    ///   - body: The work, on the program's own features.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    public func withRuntime<Result>(
        _ purpose: StoragePurpose, _ body: (Runtime) async throws -> Result
    ) async throws -> Result {
        try await withStorage(purpose) { storage in try await body(try runtime(on: storage)) }
    }

    /// Opens the store, and closes it however the work ends: for commands that put something else on it.
    ///
    /// - Parameters:
    ///   - purpose: What the command wants of it.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    public func withStorage<Result>(
        _ purpose: StoragePurpose, _ body: (Storage) async throws -> Result
    ) async throws -> Result {
        let storage = try await openStorage(purpose)
        do {
            let result = try await body(storage)
            await storage.close()
            return result
        } catch {
            await storage.close()
            throw error
        }
    }

    /// The engine of the program, in the folder that is meant.
    var engine: Tool.Engine {
        Tool.engine(StoreLocation(path: path, logger: Console.standard.diagnostics.logger))
    }

    /// Opens the store; closing it is the caller's.
    func openStorage(_ purpose: StoragePurpose) async throws -> Storage { try await engine.open(for: purpose) }

    /// Opens the store, with the features on it; closing it is the caller's.
    func openRuntime(_ purpose: StoragePurpose) async throws -> Runtime {
        let storage = try await openStorage(purpose)
        do {
            return try runtime(on: storage)
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Opens the store where there is one; `nil` where there is none.
    func openRuntimeIfThere() async throws -> Runtime? {
        do {
            return try await openRuntime(.looking)
        } catch let error as EventStoreError where error.code == .noSuchStore {
            return nil
        }
    }

    private func runtime(on storage: Storage) throws(EventStoreError) -> Runtime {
        try Runtime(on: storage, options: .init(logger: Console.standard.diagnostics.logger)) { Tool.features }
    }
}
