package import Nacre
package import NacreRuntime

extension Runtime {
    /// Brings the read models up to the head of the log, and shows progress.
    ///
    /// For commands that only read: the errors of projections are returned, not thrown. A command that needs a read
    /// model gets its error when it reads the model.
    ///
    /// - Parameters:
    ///   - progress: The options for showing progress.
    ///   - names: The names of the projections; `nil` for all.
    /// - Returns: The errors that kept projections from reaching the head.
    /// - Throws: The errors of catching up.
    @discardableResult
    package func catchUp(_ progress: ProgressOptions, only names: [String]? = nil) async throws -> [EventStoreError] {
        let meter = progress.meter("bringing read models up to date")
        defer { meter.finish() }
        return try await catchUp(only: names) { position, head in meter.update(position, of: head) }
    }

    /// Brings the read models up to the events that a command has recorded, and shows progress.
    ///
    /// Unused projections are skipped: the store may be another program's.
    ///
    /// - Parameter progress: The options for showing progress.
    /// - Throws: The errors of catching up, and the first error that kept a projection from reaching the head; the
    ///   recorded events are not shown then.
    package func showRecorded(_ progress: ProgressOptions) async throws {
        let used = try await usedProjections()
        if let error = try await catchUp(progress, only: used).first { throw error }
    }

    /// Rebuilds a read model, and shows progress.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - progress: The options for showing progress.
    /// - Returns: The position reached, and the elapsed time in seconds.
    /// - Throws: The errors of rebuilding.
    package func rebuild(_ projection: String, _ progress: ProgressOptions) async throws -> (
        position: Position, seconds: Double
    ) {
        let meter = progress.meter("rebuilding \(projection)")
        defer { meter.finish() }
        let position = try await rebuild(projection: projection) { position, head in
            meter.update(position, of: head)
        }
        return (position, meter.seconds)
    }

    /// Compares a read model with one rebuilt beside it, and shows progress.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - progress: The options for showing progress.
    ///   - report: Called with the text of each difference.
    /// - Returns: The status of the compared model, with the reason if it was not compared, and the elapsed time in
    ///   seconds.
    /// - Throws: The errors of comparing.
    package func compare(
        _ projection: String, _ progress: ProgressOptions, report: @escaping @Sendable (String) -> Void
    ) async throws -> (status: ProjectionStatus, seconds: Double) {
        let meter = progress.meter("comparing \(projection)")
        defer { meter.finish() }
        let status = try await compare(
            projection: projection, progress: { position, live in meter.update(position, of: live) },
            report: { report($0.description) })
        return (status, meter.seconds)
    }
}
