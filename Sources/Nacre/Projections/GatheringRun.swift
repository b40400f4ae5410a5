/// One part of a batch while it is being applied in memory.
struct GatheringRun {
    // PROJ-04: Projections see an `EventView`, not a copy.

    let stage: RowStage

    /// The number of events read, including those of other parts.
    private(set) var count = 0

    /// The position of the event read last.
    private(set) var covered: Position

    /// The position of the last event that ended a commit.
    private(set) var lastWhole: Position

    /// Whether this part ended because it keeps too many rows.
    ///
    /// The other parts are not notified.
    private(set) var needsCut = false

    /// The observed changes, in the order of the log.
    private(set) var watched: [RowWatch.Change] = []

    private let part: UInt64
    private let range: BatchRange
    private let projection: any Projection
    private let query: Query
    private var bytes = 0

    init(_ part: Int, of range: BatchRange, applying projection: any Projection, to stage: RowStage) {
        self.part = UInt64(part)
        self.range = range
        self.projection = projection
        self.stage = stage
        query = projection.query
        covered = range.state.position
        lastWhole = covered
    }

    /// Whether there is nothing to read.
    var isOver: Bool { range.end.map { covered >= $0 } ?? false }

    /// Applies an event if it belongs to this part.
    ///
    /// - Returns: Whether to continue.
    mutating func take(_ event: EventView) throws -> Bool {
        if isOwn(event), query.matches(event), range.skipped.isEmpty || !range.skipped.contains(event.id) {
            try apply(event)
        }
        // Events that the query does not match count too: the checkpoint passes them, and reading them takes time.
        covered = event.position
        count += 1
        bytes += event.data.count + event.metadata.count
        // Batches keep commits whole, except at an exact end: a model as of a position must contain no later event.
        guard event.isLastOfCommit else { return !isOver }
        lastWhole = covered
        guard !isOver, let size = range.size else { return !isOver }
        if stage.isFull(at: size.rows / range.parts) {
            // Both parts must end at the same position, so a divided batch is cut and gathered again.
            needsCut = range.parts > 1
            return false
        }
        return count < size.events && bytes < size.bytes
    }

    /// Whether the event's stream belongs to this part.
    private func isOwn(_ event: EventView) -> Bool {
        guard range.parts > 1 else { return true }
        // FNV-1a, 64 bits, over the end of the name, where names differ most.
        let name = event.streamName
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in max(0, name.count - 8)..<name.count {
            hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
        }
        return (hash >> 32) % UInt64(range.parts) == part
    }

    private mutating func apply(_ event: EventView) throws {
        do {
            try projection.apply(event, to: stage)
            if let content = try stage.takeWatched() {
                watched.append(RowWatch.Change(position: event.position, content: content))
            }
        } catch let error as EventStoreError where error.isDiskError {
            // The event is not at fault: it can be applied when the disk works again.
            throw error
        } catch let error as UndeclaredTable {
            // The event is not at fault: the projection uses a table that it does not declare, and a retry would not
            // help.
            throw error.error(of: projection.name)
        } catch {
            // A copy, because the view is valid only during the scan.
            throw ProjectionRunner.Unapplied(event: event.recorded(), cause: error)
        }
    }
}
