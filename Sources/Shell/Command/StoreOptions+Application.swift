import Nacre
import NacreRuntime
import NacreTool
import Shell

extension StoreOptions<NacreProgram> {
    /// Opens the store to ask its read models: once they have seen the whole log, or as they were.
    ///
    /// Where the log begins only after that, so that every answer is empty, it says so.
    ///
    /// - Parameters:
    ///   - projection: Whose read model is asked.
    ///   - asOf: As of when.
    ///   - progress: Whether it is shown how far it has come.
    ///   - body: Asks.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withReads<Result>(
        of projection: String, _ asOf: AsOfOptions, _ progress: ProgressOptions,
        _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        guard let moment = asOf.moment else {
            return try await withApplication(.looking) { application in
                try await application.runtime.catchUp(progress, only: [projection])
                return try await body(application.reads)
            }
        }
        return try await withApplication(.looking) { application in
            try await application.runtime.sayBeginning(after: moment, asOf)
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            return try await application.asOf(
                moment, progress: { position, end in meter.update(position, of: end) }, body)
        }
    }

    /// Opens the store, puts the features on it, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - purpose: What the command wants of it.
    ///   - body: The work.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withApplication<Result>(
        _ purpose: StoragePurpose, _ body: (Application) async throws -> Result
    ) async throws -> Result {
        try await withStorage(purpose) { storage in
            try await body(
                Application(on: storage, options: .init(runtime: .init(logger: Console.standard.diagnostics.logger))))
        }
    }
}
