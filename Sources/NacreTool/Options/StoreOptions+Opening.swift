public import Nacre
public import NacreRuntime

extension StoreOptions {
    /// Opens the store with the program's features, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - purpose: The purpose for which the command opens the store.
    ///   - body: The work, on the program's own features.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of opening and of `body`; ``DamagedStore`` instead of an `EventStoreError` about damage for
    ///   which there is a remedy.
    public func withRuntime<Result>(
        _ purpose: StoragePurpose, _ body: (Runtime) async throws -> Result
    ) async throws -> Result {
        try await withStorage(purpose) { storage in try await body(try runtime(on: storage)) }
    }

    /// Opens the store without the program's features, and closes it however the work ends.
    ///
    /// This is for commands that run something else on the store.
    ///
    /// - Parameters:
    ///   - purpose: The purpose for which the command opens the store.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of opening and of `body`; ``DamagedStore`` instead of an `EventStoreError` about damage for
    ///   which there is a remedy.
    public func withStorage<Result>(
        _ purpose: StoragePurpose, _ body: (Storage) async throws -> Result
    ) async throws -> Result {
        let storage = try await openStorage(purpose)
        do {
            let result = try await body(storage)
            await storage.close()
            return result
        } catch {
            let error = await explained(error, in: storage)
            await storage.close()
            throw await explainedDamage(error)
        }
    }

    /// The program's engine for the selected folder.
    var engine: Tool.Engine {
        Tool.engine(location(Console.standard.diagnostics.logger))
    }

    /// Opens the store; the caller closes it.
    func openStorage(_ purpose: StoragePurpose) async throws -> Storage {
        do {
            return try await engine.open(for: purpose)
        } catch {
            throw await explained(error, openedFor: purpose)
        }
    }

    /// Opens the store with the features on it; the caller closes it.
    func openRuntime(_ purpose: StoragePurpose) async throws -> Runtime {
        let storage = try await openStorage(purpose)
        do {
            return try runtime(on: storage)
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Opens the store if it exists; `nil` if it does not.
    func openRuntimeIfPresent() async throws -> Runtime? {
        do {
            return try await openRuntime(.reading)
        } catch let error as EventStoreError where error.code == .noSuchStore {
            return nil
        }
    }

    private func runtime(on storage: Storage) throws(EventStoreError) -> Runtime {
        try Runtime(on: storage, options: .init(logger: Console.standard.diagnostics.logger)) { Tool.features }
    }
}
