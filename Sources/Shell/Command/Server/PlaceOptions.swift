import ArgumentParser
import Nacre
import NacreTool
import Shell

/// Where a command runs its use cases: on a store, or with a server.
struct PlaceOptions: ParsableArguments {
    @OptionGroup var store: StoreOptions<NacreProgram>

    // OPS-25: A command with `--server` runs the same use cases.
    #if Server || All
        @OptionGroup var server: ServerOption

        func validate() throws {
            try server.validate(beside: store)
        }
    #endif

    /// Runs use cases.
    ///
    /// - Parameter body: Runs them.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of opening, of the network and of `body`.
    func withUseCases<Result>(_ body: (PlacedUseCases) async throws -> Result) async throws -> Result {
        #if Server || All
            if let address = server.address { return try await ServerConnection.withUseCases(address, body) }
        #endif
        return try await store.withApplication(.writing) { try await body(PlacedUseCases(of: $0)) }
    }

    /// Runs use cases whose events get a context.
    ///
    /// - Parameters:
    ///   - context: The context; with a server, none can be given.
    ///   - body: Runs them.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of ``withUseCases(_:)``; `ValidationError` if a context is given for a server.
    func withUseCases<Result>(
        as context: EventContextOptions, _ body: (PlacedUseCases) async throws -> Result
    ) async throws -> Result {
        guard !context.isEmpty else { return try await withUseCases(body) }
        #if Server || All
            guard server.address == nil else {
                throw ArgumentParser.ValidationError(
                    "a server names the actor and the correlation itself: leave out --actor, --correlation, "
                        + "--causation and --metadata, or give --store instead of --server")
            }
        #endif
        return try await context.apply { try await withUseCases(body) }
    }

    /// Runs a use case, and prints its result.
    ///
    /// - Parameters:
    ///   - format: The format of the result.
    ///   - context: The context of its events.
    ///   - repeatOption: The option that makes a repetition of the command idempotent, if it needs one.
    ///   - useCase: The use case.
    /// - Throws: Errors of ``withUseCases(_:)`` and of ``PlacedUseCases/recording(repeatOption:_:)``.
    func run(
        _ format: FormatOptions, as context: EventContextOptions, repeatOption: String? = nil,
        _ useCase: (PlacedUseCases) async throws -> some Shown
    ) async throws {
        let result = try await withUseCases(as: context) { useCases in
            try await useCases.recording(repeatOption: repeatOption) { try await useCase(useCases) }
        }
        try Console.standard.output.show(result, format.format)
    }

    /// Runs queries, of a store also as of a past moment.
    ///
    /// - Parameters:
    ///   - projection: The projection of the queried read model.
    ///   - asOf: The moment.
    ///   - progress: Whether to show progress.
    ///   - body: Runs the queries.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of opening, of the network and of `body`.
    func withReads<Result>(
        of projection: String, _ asOf: AsOfOptions, _ progress: ProgressOptions,
        _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        #if Server || All
            if server.address != nil {
                guard asOf.moment == nil else { throw Self.needsLog("--as-of") }
                return try await withUseCases { try await body($0.reads) }
            }
        #endif
        return try await store.withReads(of: projection, asOf, progress, body)
    }

    /// Prints the events of a stream, of a store alone.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - format: The format and the columns.
    ///   - missing: The error to throw if the stream does not exist.
    /// - Throws: Errors of opening and reading; `missing`.
    func listHistory(
        of stream: StreamName, _ format: ListingOptions<RecordedEvent>, orThrow missing: any Error
    ) async throws {
        #if Server || All
            guard server.address == nil else { throw Self.needsLog("history") }
        #endif
        try await store.listHistory(of: stream, format, orThrow: missing)
    }

    private static func needsLog(_ name: String) -> ArgumentParser.ValidationError {
        ArgumentParser.ValidationError("\(name) reads the log, which no server shows: give --store instead of --server")
    }
}
