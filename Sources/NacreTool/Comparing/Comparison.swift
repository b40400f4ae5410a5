import Nacre
import NacreRuntime

/// Lists what changed in a stream's state or in a read model between two moments.
struct Comparison {
    /// The earlier moment.
    let earlier: Runtime.Moment

    /// The later moment; `nil` for the present.
    let later: Runtime.Moment?

    private let runtime: Runtime
    private let format: OutputFormat

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - runtime: The program's features on the store.
    ///   - earlier: The earlier moment.
    ///   - later: The later moment; `nil` for the present.
    ///   - format: The format.
    init(in runtime: Runtime, from earlier: Runtime.Moment, to later: Runtime.Moment?, _ format: OutputFormat) {
        self.runtime = runtime
        self.earlier = earlier
        self.later = later
        self.format = format
    }

    /// Lists the fields of a stream's state that differ.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - tool: The program's name.
    /// - Returns: Whether any field differs.
    /// - Throws: ``CommandError`` if the stream or its decider does not exist; errors of reading and writing.
    func list(_ stream: StreamName, tool: String) async throws -> Bool {
        try await runtime.requireStream(stream, tool: tool)
        guard let differences = try await runtime.fieldDifferences(of: stream, from: earlier, to: later) else {
            throw CommandError.noDecider(for: stream, among: runtime.decidedCategories)
        }
        try Console.standard.output.list(differences.map(ChangedField.init), format)
        return !differences.isEmpty
    }

    /// Lists the rows of a read model that differ.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - limit: The maximum number of rows; `nil` for all.
    ///   - progress: The options for showing progress.
    /// - Returns: Whether any row differs.
    /// - Throws: ``CommandError`` if the projection does not exist; errors of replaying and writing.
    func list(projection: String, limit: Int?, _ progress: ProgressOptions) async throws -> Bool {
        try ProjectionArgument.require(projection, among: runtime.models.names)
        let meter = progress.meter("replaying")
        defer { meter.finish() }
        var listing = Listing<ChangedRow>(format, to: Console.standard.output)
        var rest = limit ?? .max
        var isDifferent = false
        let held = min(rest, Runtime.heldDifferences)
        let update: @Sendable (Position, Position) -> Void = { meter.update($0, of: $1) }
        try await runtime.forEachRowDifference(
            of: projection, from: earlier, to: later, held: held, progress: update
        ) { difference, origins in
            meter.finish()
            var events: [RecordedEvent] = []
            for position in origins.positions { events.append(try await runtime.store.event(at: position)) }
            try listing.write(ChangedRow(difference: difference, events: events, eventCount: origins.count))
            isDifferent = true
            rest -= 1
            return rest > 0
        }
        try listing.finish()
        return isDifferent
    }
}

extension Runtime {
    /// Checks that a stream has events.
    ///
    /// - Throws: ``CommandError`` if it has none; `EventStoreError` if its name is invalid or the log cannot be read.
    func requireStream(_ stream: StreamName, tool: String) async throws {
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
