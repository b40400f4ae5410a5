extension ProjectionRunner {
    /// An event that its projection cannot apply.
    struct Unapplied: Error {
        let event: RecordedEvent
        let cause: any Error
    }

    /// What applying a run in memory has come to.
    enum Gathering: Sendable {
        case batch(GatheredBatch)

        /// Somebody else has changed the tables meanwhile.
        case moved

        /// The projection cannot apply an event, with the rows of the tables of this generation; whole commits end before it
        /// at a position.
        case unapplied(Unapplied, behind: Position, generation: UInt64?)

        /// The run has to end at a position, up to which there are whole commits: the log is damaged behind it, or more
        /// rows would be kept in memory than may be.
        case cut(at: Position)

        /// A row cannot be encoded: the run is repeated with rows that are encoded when they are put.
        case unencoded
    }

    /// Divides a run between two threads, where the projection and the log allow that and it is long.
    func divide(_ range: inout BatchRange, upTo end: Position) {
        // What is fetched would be fetched twice.
        guard projection.isByStream, store.mappedLog != nil, end >= range.state.position + leastDivided else { return }
        range.parts = 2
        // Where the log goes on, both halves have to end at the same place.
        range.end = end
    }

    /// Applies a run of the log in memory, over snapshots of the tables in one state.
    ///
    /// - Parameter range: Which run, to which tables.
    /// - Returns: What has become of it.
    /// - Throws: ``EventStoreError`` where the log or the tables cannot be read.
    func gather(_ range: BatchRange) async throws -> Gathering {
        guard range.parts > 1 else { return try await gather(range, part: 0, on: executor) }
        async let other = gather(range, part: 1, on: secondExecutor)
        let one = try await gather(range, part: 0, on: executor)
        return one.joined(with: try await other)
    }

    /// Applies a part of a run, over one snapshot of the tables.
    ///
    /// The events are handed to the projection where they lie: nothing waits in between, and nothing of them is kept. Where
    /// they lie elsewhere, they are fetched first, while no snapshot is open.
    private func gather(
        _ range: BatchRange, part: Int, on executor: any BlockingExecutor
    ) async throws -> Gathering {
        let log: any MappedLog =
            if let mapped = store.mappedLog { mapped } else { try await FetchedEvents(of: range, in: store) }
        return try await executor.run { [models, projection, clock] () throws -> Gathering in
            let elapsed = clock.stopwatch()
            return try models.read(projection.name) { (model) throws -> Gathering in
                let reader = try range.side.reader(in: model)
                guard try reader.state() == range.state else { return .moved }
                let generation = try reader.generation()
                let stage = RowStage(
                    over: reader, declaring: projection.tables,
                    keeping: range.kept[part].take(in: range.state, generation: generation, parts: range.parts),
                    encodesAtOnce: range.encodesAtOnce)
                var run = GatheringRun(part, of: range, applying: projection, to: stage)
                do {
                    try reader.locatingDamage {
                        if !run.isOver { try log.scan(after: run.covered, while: { try run.take($0) }) }
                    }
                } catch let unapplied as Unapplied {
                    return .unapplied(unapplied, behind: run.lastWhole, generation: generation)
                } catch let error as EventStoreError where error.code == .damaged && !error.isDamageOfReadModel {
                    // What stands before the damage is applied first; the next run meets it again, and throws.
                    guard run.lastWhole > range.state.position else { throw error }
                    return .cut(at: run.lastWhole)
                }
                if run.isCrowded { return .cut(at: run.covered) }
                let changes: StagedChanges
                do {
                    changes = try StagedChanges(stage)
                } catch {
                    guard range.encodesAtOnce else { return .unencoded }
                    throw error
                }
                range.kept[part].put(stage.release(generation: generation, parts: range.parts))
                return .batch(
                    GatheredBatch(
                        changes: changes, generation: generation, count: run.count, covered: run.covered,
                        duration: elapsed()))
            }
        }
    }
}

extension ProjectionRunner.Gathering {
    /// What both parts of a run have come to.
    func joined(with other: ProjectionRunner.Gathering) -> ProjectionRunner.Gathering {
        switch (self, other) {
        case (.moved, _), (_, .moved): .moved
        case (.unencoded, _), (_, .unencoded): .unencoded
        case (.unapplied(let one, _, _), .unapplied(let two, _, _)):
            one.event.position < two.event.position ? self : other
        // What would end first ends the run: the other one is met again, if it is still there then.
        case (.unapplied(_, let whole, _), .cut(let end)): end < whole ? other : self
        case (.cut(let end), .unapplied(_, let whole, _)): end < whole ? self : other
        case (.unapplied, _): self
        case (_, .unapplied): other
        case (.cut(let one), .cut(let two)): .cut(at: min(one, two))
        case (.cut, _): self
        case (_, .cut): other
        case (.batch(let one), .batch(let two)):
            if one.generation != two.generation {
                .moved
            } else if one.covered == two.covered {
                .batch(one.joined(with: two))
            } else {
                // Both have looked at the same events, and end by the same rules, unless a fault of the disk has come between.
                .cut(at: min(one.covered, two.covered))
            }
        }
    }
}
