package import Nacre
package import NacreRuntime

/// A projection or a process manager by its name, and what lets it go on if an event halts it.
///
/// The commands `projections retry`, `projections skip`, `processes retry` and `processes skip` do this.
package enum FollowerReference: Hashable, Sendable {
    /// A projection of the program.
    case projection(String)

    /// A process manager of the program, or one that has recorded something.
    case process(String)

    /// The exact name.
    package var name: String {
        switch self {
        case .projection(let name), .process(let name): name
        }
    }

    /// Where it is halted, and why.
    ///
    /// - Parameter runtime: The store with the program's features.
    /// - Returns: The position of the event before which it is halted, and the reason; `nil` if it is not halted.
    /// - Throws: ``CommandError`` if there is none of this name; `EventStoreError` if the store cannot be read.
    package func halt(in runtime: Runtime) async throws -> (position: Position, reason: String)? {
        switch self {
        case .projection(let name):
            let statuses = try await runtime.projections()
            try ProjectionArgument.require(name, among: statuses.map(\.name))
            return statuses.first { $0.name == name }?.halt.map { ($0.position, $0.reason) }
        case .process(let name):
            return try await runtime.journal(ofProcess: name).status().halt.map { ($0.position, $0.reason) }
        }
    }

    /// Lets it retry the event that halts it.
    ///
    /// A projection catches up. A process manager is not run: the program that runs it retries the event.
    ///
    /// - Parameters:
    ///   - runtime: The store with the program's features.
    ///   - progress: Called with the applied position of a projection and the head.
    /// - Throws: ``CommandError`` if there is none of this name; `EventStoreError`: `projectionHalted` if an event
    ///   cannot be applied; other codes if the store cannot be read or written.
    package func retry(
        in runtime: Runtime, progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws {
        switch self {
        case .projection(let name):
            try await requireProjection(in: runtime)
            try await runtime.retry(projection: name, progress: progress)
        case .process(let name): try await runtime.journal(ofProcess: name).retry()
        }
    }

    /// Makes it skip an event, permanently.
    ///
    /// A projection catches up. A process manager is not run: the program that runs it continues.
    ///
    /// - Parameters:
    ///   - position: The position of the event: of a projection, the one that halts it.
    ///   - reason: Why the event may be skipped, which is recorded in the log.
    ///   - runtime: The store with the program's features.
    ///   - progress: Called with the applied position of a projection and the head.
    /// - Throws: ``CommandError``: `notShown` if the skip is recorded, and the read model is not up to date; others if
    ///   there is none of this name. `EventStoreError`: `invalidArgument` if it is not halted there, or the reason is
    ///   outside its limits; other codes if the store cannot be read or written.
    package func skip(
        _ position: Position, because reason: String, in runtime: Runtime,
        progress: ((_ applied: Position, _ head: Position) -> Void)? = nil
    ) async throws {
        switch self {
        case .projection(let name):
            try await requireProjection(in: runtime)
            let known = try await runtime.skips(of: name).count
            do {
                try await runtime.skip(position, in: name, reason: reason, progress: progress)
            } catch {
                guard try await runtime.skips(of: name).count > known else { throw error }
                throw CommandError(
                    .notShown,
                    "the skip of position \(position) is recorded; the read model is not up to date: "
                        + "\(error)", cause: error)
            }
        case .process(let name):
            try await runtime.journal(ofProcess: name).skip(position, reason: reason)
        }
    }

    private func requireProjection(in runtime: Runtime) async throws {
        try ProjectionArgument.require(name, among: try await runtime.projections().map(\.name))
    }
}

extension Runtime {
    /// The journal of a process manager.
    ///
    /// - Parameter name: The name of the process manager.
    /// - Returns: Its journal.
    /// - Throws: ``CommandError`` if the program does not have it and it has never run on this log; the message names
    ///   those that exist.
    func journal(ofProcess name: String) async throws -> ProcessJournal {
        let journals = try await allProcessJournals()
        guard let journal = journals.first(where: { $0.stream == ProcessJournal.stream(of: name) }) else {
            throw CommandError.unknown(.noSuchProcess, "process manager", name, among: journals.map(\.name))
        }
        return journal
    }
}
