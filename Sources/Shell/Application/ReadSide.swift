public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import NacreRuntime
public import ProfileDomain
import ProfileInfrastructure

/// What can be asked of the read models, of today or of a moment of the past.
public struct ReadSide: Sendable {
    /// What can be asked about items.
    public let items: ItemReads

    /// What can be asked about profiles.
    public let profiles: ProfileReads
}

extension Application {
    /// What can be asked of the read models of today.
    public var reads: ReadSide { ReadSide(items: items.reads, profiles: profiles.reads) }

    /// Asks the read models as they were at a moment of the past, while the live ones stay as they are.
    ///
    /// ```swift
    /// let page = try await application.asOf(.position(1_000)) { past in try await past.items.fetchAll() }
    /// ```
    ///
    /// - Parameters:
    ///   - moment: The moment; a time that is still to come is now.
    ///   - progress: Is given the position applied to a model that is being made, and the one at which it ends.
    ///   - body: Asks; what it is handed cannot be used when it has returned.
    /// - Returns: What `body` returns.
    /// - Throws: What `Runtime.asOf(_:progress:_:)` throws, and what `body` throws.
    public func asOf<Result>(
        _ moment: Runtime.Moment, progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        try await runtime.asOf(moment, progress: progress) { past in
            let items: any ItemQueries = ProjectedItems(
                in: past.store, updatedBy: try past.updater(of: ItemsProjection().name))
            let profiles: any ProfileQueries = ProjectedProfiles(
                in: past.store, updatedBy: try past.updater(of: ProfilesProjection().name))
            return try await body(
                ReadSide(items: ItemReads(queries: items), profiles: ProfileReads(queries: profiles)))
        }
    }
}
