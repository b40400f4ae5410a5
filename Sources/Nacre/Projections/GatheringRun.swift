/// A part of a run of the log while it is applied in memory.
struct GatheringRun {
    let stage: RowStage

    /// How many events were looked at, those of other parts included.
    private(set) var count = 0

    /// The position of the event that was looked at last.
    private(set) var covered: Position

    /// The last position behind which a commit ended.
    private(set) var lastWhole: Position

    /// Whether this part ended because of the rows that it keeps, which the other parts do not know of.
    private(set) var isCrowded = false

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

    /// Whether nothing is to be looked at.
    var isOver: Bool { range.end.map { covered >= $0 } ?? false }

    /// Takes an event.
    ///
    /// - Returns: Whether to go on.
    mutating func take(_ event: EventView) throws -> Bool {
        if isOwn(event), query.matches(event), range.skipped.isEmpty || !range.skipped.contains(event.id) {
            try apply(event)
        }
        covered = event.position
        count += 1
        bytes += event.data.count + event.metadata.count
        guard event.isLastOfCommit else { return !isOver }
        lastWhole = covered
        guard !isOver, let size = range.size else { return !isOver }
        if stage.isFull(at: size.rows / range.parts) {
            isCrowded = range.parts > 1
            return false
        }
        return count < size.events && bytes < size.bytes
    }

    /// Whether the event's stream is of this part.
    private func isOwn(_ event: EventView) -> Bool {
        guard range.parts > 1 else { return true }
        // The ends of names differ most. FNV-1a, 64 bits.
        let name = event.streamName
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in max(0, name.count - 8)..<name.count {
            hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
        }
        return (hash >> 32) % UInt64(range.parts) == part
    }

    private func apply(_ event: EventView) throws {
        do {
            try projection.apply(event, to: stage)
        } catch let error as EventStoreError where error.isOfTheDisk {
            // The event is not to blame: it will be applied once the disk is well again.
            throw error
        } catch let error as UndeclaredTable {
            // Nor is it here: no retry would mend the projection.
            throw error.error(of: projection.name)
        } catch {
            throw ProjectionRunner.Unapplied(event: event.recorded(), cause: error)
        }
    }
}
