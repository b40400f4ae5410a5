import Kernel
import Nacre

extension StoreOptions {
    /// What a command wants of a store.
    enum Purpose {
        /// To look: a store that is not there is an error.
        case looking

        /// To find out what is the matter with it: like looking, but read models that are of no use stay as they are.
        case checking

        /// To make what is derived anew: a store that is not there is an error, and so is one that cannot be written.
        case rebuilding

        /// To write: a store that is not there is made.
        case writing
    }

    /// Opens the store.
    ///
    /// Closing it is the caller's.
    ///
    /// - Parameter purpose: What the command wants of it.
    /// - Returns: The store with everything around it.
    /// - Throws: What opening throws.
    func openKernel(_ purpose: Purpose) async throws -> Kernel {
        var options = Kernel.Options()
        options.createsStore = purpose == .writing
        options.readsWhatCannotBeWritten = purpose == .looking || purpose == .checking
        options.mendsReadModels = purpose != .checking
        options.logger = Console.standard.diagnostics.logger
        return try await Kernel.live(at: path, options: options)
    }

    /// Opens the store where there is one.
    ///
    /// - Returns: The store with everything around it, or `nil`.
    /// - Throws: What opening throws.
    func openKernelIfThere() async throws -> Kernel? {
        do {
            return try await openKernel(.looking)
        } catch let error as EventStoreError where error.code == .noSuchStore {
            return nil
        }
    }

    /// Opens the store, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - purpose: What the command wants of it.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withKernel<Result>(
        _ purpose: Purpose, _ body: (Kernel) async throws -> Result
    ) async throws -> Result {
        let kernel = try await openKernel(purpose)
        do {
            let result = try await body(kernel)
            await kernel.close()
            return result
        } catch {
            await kernel.close()
            throw error
        }
    }

    /// Opens the store to look at its read models, once they have seen the whole log.
    ///
    /// - Parameters:
    ///   - progress: Whether it is shown how far they have come.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withUpToDateKernel<Result>(
        _ progress: ProgressOptions, _ body: (Kernel) async throws -> Result
    ) async throws -> Result {
        try await withKernel(.looking) { kernel in
            try await kernel.catchUp(progress)
            return try await body(kernel)
        }
    }
}
