public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import NacreRuntime
public import ProfileDomain
import ProfileInfrastructure

/// The queries on the read models, live or as of a past moment.
public struct ReadSide: Sendable {
    /// The queries on all items, with and without an owner.
    public let items: ItemReads

    /// The queries on profiles.
    public let profiles: ProfileReads

    private let itemQueries: any ItemQueries

    /// Creates the queries on read models.
    ///
    /// - Parameters:
    ///   - queries: The queries on items.
    ///   - profiles: The queries on profiles.
    public init(items queries: any ItemQueries, profiles: ProfileReads) {
        itemQueries = queries
        items = ItemReads(queries: queries, for: .all)
        self.profiles = profiles
    }

    /// The queries on the items that an access allows.
    ///
    /// - Parameter access: The items: all, or those of one owner.
    /// - Returns: The queries. To an owner, other items are as if they did not exist.
    public func items(for access: ItemAccess) -> ItemReads {
        ItemReads(queries: itemQueries, for: access)
    }
}

extension Application {
    /// The queries on the live read models.
    public var reads: ReadSide { ReadSide(items: itemStorage.queries, profiles: profiles.reads) }

    /// Queries the read models as of a past moment; the live read models do not change.
    ///
    /// ```swift
    /// let page = try await application.asOf(.position(1_000)) { past in try await past.items.fetchAll() }
    /// ```
    ///
    /// One item, or one profile, is folded from its own stream, so it needs no read model. It is found even if the
    /// projection halts at an event of another one.
    ///
    /// - Parameters:
    ///   - moment: The moment; a time in the future means now.
    ///   - progress: Called while a model is built, with the applied position and the position at which the build ends.
    ///   - body: Runs the queries. Its argument is invalid after `body` returns.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `Runtime.asOf(_:progress:_:)` and of `body`.
    public func asOf<Result>(
        _ moment: Runtime.Moment, progress: (@Sendable (_ applied: Position, _ position: Position) -> Void)? = nil,
        _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        let extent = try await runtime.extent(of: moment)
        let (items, profiles) = (ItemsProjection(), ProfilesProjection())
        let appliesToItems = try await applying(items, in: extent)
        let appliesToProfiles = try await applying(profiles, in: extent)
        return try await runtime.asOf(moment, progress: progress) { past in
            let allItems = ProjectedItems(
                in: past.store, updatedBy: try past.updater(of: items.name), sealing: sealing)
            let pastItems: any ItemQueries = PastItems(
                in: store, upTo: extent.position, sealing: sealing, lists: allItems, applying: appliesToItems)
            let allProfiles = ProjectedProfiles(
                in: past.store, updatedBy: try past.updater(of: profiles.name), sealing: sealing)
            let pastProfiles: any ProfileQueries = PastProfiles(
                in: store, upTo: extent.position, sealing: sealing, lists: allProfiles, applying: appliesToProfiles)
            return try await body(ReadSide(items: pastItems, profiles: ProfileReads(queries: pastProfiles)))
        }
    }

    /// Whether a read model as of a moment applies an event: the event had happened by then, and is not skipped.
    private func applying(
        _ projection: any Projection, in extent: Runtime.Extent
    ) async throws -> @Sendable (RecordedEvent) -> Bool {
        let skips = try await runtime.skips(of: projection.name)
        let skipped = Set(skips.lazy.filter { $0.schemaVersion == projection.schemaVersion }.map(\.eventID))
        return { extent.includes($0) && !skipped.contains($0.id) }
    }
}
