package import Nacre
package import NacreRuntime

/// What changed in a stream's state or in a read model between two moments.
package struct Comparison: Sendable {
    private let runtime: Runtime
    private let earlier: Runtime.Moment
    private let later: Runtime.Moment?

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - moments: The moments.
    package init(in runtime: Runtime, _ moments: ComparedMoments) {
        self.runtime = runtime
        (earlier, later) = (moments.earlier, moments.later)
    }

    /// The fields of a stream's state that differ.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - tool: The program's name.
    /// - Returns: The fields.
    /// - Throws: ``CommandError`` if the stream or its decider does not exist; errors of reading.
    package func fields(of stream: StreamName, tool: String) async throws -> [ChangedField] {
        try await runtime.requireStream(stream, tool: tool)
        guard let differences = try await runtime.fieldDifferences(of: stream, from: earlier, to: later) else {
            throw CommandError.noDecider(for: stream, among: runtime.decidedCategories)
        }
        return differences.map(ChangedField.init)
    }

    /// Finds the rows of a read model that differ.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - limit: The maximum number of rows; `nil` for all.
    ///   - progress: Called with the applied position and the last one.
    ///   - body: Called with each row.
    /// - Throws: ``CommandError`` if the projection does not exist; errors of replaying, and of `body`.
    package func forEachRow(
        of projection: String, limit: Int?, progress: @escaping @Sendable (Position, Position) -> Void,
        _ body: (ChangedRow) throws -> Void
    ) async throws {
        try ProjectionArgument.require(projection, among: runtime.models.names)
        var rest = limit ?? .max
        let held = min(rest, Runtime.heldDifferences)
        try await runtime.forEachRowDifference(
            of: projection, from: earlier, to: later, held: held, progress: progress
        ) { difference, origins in
            var events: [RecordedEvent] = []
            for position in origins.positions { events.append(try await runtime.store.event(at: position)) }
            try body(ChangedRow(difference: difference, events: events, eventCount: origins.count))
            rest -= 1
            return rest > 0
        }
    }

    /// Lists the fields of a stream's state that differ.
    ///
    /// - Returns: Whether any field differs.
    func list(_ stream: StreamName, tool: String, _ format: OutputFormat) async throws -> Bool {
        let fields = try await fields(of: stream, tool: tool)
        try Console.standard.output.list(fields, format)
        return !fields.isEmpty
    }

    /// Lists the rows of a read model that differ.
    ///
    /// - Returns: Whether any row differs.
    func list(
        projection: String, limit: Int?, _ format: OutputFormat, _ progress: ProgressOptions
    ) async throws -> Bool {
        let meter = progress.meter("replaying")
        defer { meter.finish() }
        var listing = Listing<ChangedRow>(format, to: Console.standard.output)
        var isDifferent = false
        let update: @Sendable (Position, Position) -> Void = { meter.update($0, of: $1) }
        try await forEachRow(of: projection, limit: limit, progress: update) { row in
            meter.finish()
            try listing.write(row)
            isDifferent = true
        }
        try listing.finish()
        return isDifferent
    }
}

extension Runtime {
    /// Checks that a stream has events.
    ///
    /// - Throws: ``CommandError`` if it has none; `EventStoreError` if its name is invalid or the log cannot be read.
    package func requireStream(_ stream: StreamName, tool: String) async throws {
        try stream.validate(as: "stream name")
        guard try await store.version(of: stream) > 0 else { throw CommandError.noSuchStream(stream, tool: tool) }
    }
}

extension CommandError {
    /// The error for a stream of a category without a decider.
    static func noDecider(for stream: StreamName, among categories: [String]) -> CommandError {
        unknown(.noSuchDecider, "decider for category", stream.category, among: categories)
    }
}
