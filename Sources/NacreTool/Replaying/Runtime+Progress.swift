package import Nacre
package import NacreRuntime

extension Runtime {
    /// Brings the read models up to the head of the log, showing how far they have come.
    ///
    /// For commands that look: those that need a read model which cannot get there meet that error themselves.
    ///
    /// - Parameters:
    ///   - progress: Whether it is shown.
    ///   - names: The names of the projections; `nil` for all.
    /// - Returns: What kept projections from the head.
    /// - Throws: What catching up throws.
    @discardableResult
    package func catchUp(_ progress: ProgressOptions, only names: [String]? = nil) async throws -> [EventStoreError] {
        let meter = progress.meter("bringing read models up to date")
        defer { meter.finish() }
        return try await catchUp(only: names) { position, head in meter.update(position, of: head) }
    }

    /// Brings the read models up to what a command has recorded, showing how far they have come.
    ///
    /// Those that there is nothing for in this log are left alone: the store is another program's then.
    ///
    /// - Parameter progress: Whether it is shown.
    /// - Throws: What catching up throws, and the first error that kept a projection from the head: what is recorded is
    ///   not shown then.
    package func showRecorded(_ progress: ProgressOptions) async throws {
        let used = try await usedProjections()
        if let error = try await catchUp(progress, only: used).first { throw error }
    }

    /// Makes a read model anew, showing how far that has come.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - progress: Whether it is shown.
    /// - Returns: The position that was reached, and how long it took in seconds.
    /// - Throws: What rebuilding throws.
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

    /// Compares a read model with one made anew beside it, showing how far that has come.
    ///
    /// - Parameters:
    ///   - projection: The name of its projection.
    ///   - progress: Whether it is shown.
    ///   - report: Takes a difference, in words.
    /// - Returns: Where the model stood that was compared, or why it was not, and how long it took in seconds.
    /// - Throws: What comparing throws.
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
