import Nacre
import NacreRuntime
import NacreTool
import Shell

extension StoreOptions<NacreProgram> {
    /// Opens the store to query its read models, live or as of a past moment.
    ///
    /// Prints a notice if the log begins after that moment, which makes all results empty.
    ///
    /// - Parameters:
    ///   - projection: The projection of the queried read model.
    ///   - asOf: The moment.
    ///   - progress: Whether to show progress.
    ///   - body: Runs the queries.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of opening and of `body`.
    func withReads<Result>(
        of projection: String, _ asOf: AsOfOptions, _ progress: ProgressOptions,
        _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        guard let moment = asOf.moment else {
            return try await withApplication(.reading) { application in
                try await application.runtime.catchUp(progress, only: [projection])
                return try await body(application.reads)
            }
        }
        return try await withApplication(.reading) { application in
            try await application.runtime.reportBeginning(after: moment, by: asOf.clock, of: projection)
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            return try await application.asOf(
                moment, progress: { position, end in meter.update(position, of: end) }, body)
        }
    }

    /// Opens the store, and prints the events of a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - format: The format and the columns.
    ///   - missing: The error to throw if the stream does not exist.
    /// - Throws: Errors of opening and reading; `missing`.
    func listHistory(
        of stream: StreamName, _ format: ListingOptions<RecordedEvent>, orThrow missing: any Error
    ) async throws {
        try await withApplication(.reading) { application in
            guard try await application.store.version(of: stream) > 0 else { throw missing }
            try await application.store.list(
                EventSelection(stream: stream), format.format, columns: format.columns, tool: NacreProgram.name)
        }
    }

    /// Opens the store, runs the features on it, and closes it in any case.
    ///
    /// - Parameters:
    ///   - purpose: What the command opens the store for.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of opening and of `body`.
    func withApplication<Result>(
        _ purpose: StoragePurpose, _ body: (Application) async throws -> Result
    ) async throws -> Result {
        try await withStorage(purpose) { storage in
            try await StoreSealing(path: path, log: storage.store).run { sealing in
                let logger = Console.standard.diagnostics.logger
                return try await body(
                    Application(on: storage, options: .init(sealing: sealing, runtime: .init(logger: logger))))
            }
        }
    }
}
