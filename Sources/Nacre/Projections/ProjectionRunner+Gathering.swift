extension ProjectionRunner {
    /// An event that the projection cannot apply, with the cause.
    struct Unapplied: Error {
        let event: RecordedEvent
        let cause: any Error
    }

    /// The result of applying a batch in memory.
    enum Gathering: Sendable {
        case batch(GatheredBatch)

        /// Another runner changed the tables meanwhile.
        case moved

        /// The projection cannot apply an event to the rows of the tables of this generation.
        ///
        /// `after` is the end of the last whole commit before it.
        case unapplied(Unapplied, after: Position, generation: UInt64?)

        /// The batch must end at this position, the end of a whole commit: the log is damaged after it, or more rows
        /// than allowed would be kept in memory.
        case cut(at: Position)

        // PROJ-22: A row that cannot be encoded halts the projection at its event.
        /// A row cannot be encoded.
        ///
        /// Repeat the batch with rows encoded when they are set, to find the event.
        case unencoded
    }

    /// Divides a long batch between two threads, if the projection and the log allow it.
    func divide(_ range: inout BatchRange, upTo end: Position) {
        // PROJ-08: A projection that declares `isPartitionedByStream` is applied on two threads.
        // Without a mapped log, both threads would fetch every event.
        guard projection.isPartitionedByStream, store.mappedLog != nil, end >= range.state.position + minDivided else {
            return
        }
        range.parts = 2
        // The log may grow meanwhile; both halves must end at the same position.
        range.end = end
    }

    /// Applies a batch in memory, over snapshots of the tables in one state.
    ///
    /// The projection reads the events in place: nothing waits in between and no event is copied. If the log is not
    /// mapped, the events are fetched first, before the snapshot is opened.
    ///
    /// - Parameters:
    ///   - range: The part of the log, and the tables.
    ///   - fetched: The fetched events that are kept between batches, for a log that is not mapped.
    /// - Returns: The result.
    /// - Throws: ``EventStoreError`` if the log or the tables cannot be read.
    func gather(_ range: BatchRange, keeping fetched: inout FetchedEvents) async throws -> Gathering {
        // PROJ-05: A batch reads the log within a snapshot of the read models.
        guard let log = store.mappedLog else {
            try await fetched.fetch(range, from: store)
            return try await gather(range, of: fetched, part: 0, on: executor)
        }
        guard range.parts > 1 else { return try await gather(range, of: log, part: 0, on: executor) }
        async let other = gather(range, of: log, part: 1, on: secondExecutor)
        let one = try await gather(range, of: log, part: 0, on: executor)
        return one.joined(with: try await other)
    }

    /// Applies one part of a batch, over one snapshot of the tables.
    private func gather(
        _ range: BatchRange, of log: any MappedLog, part: Int, on executor: any BlockingExecutor
    ) async throws -> Gathering {
        try await executor.run { [models, projection, clock, watch] () throws -> Gathering in
            let elapsed = clock.stopwatch()
            return try models.read(projection.name) { (model) throws -> Gathering in
                let reader = try range.tables.reader(in: model)
                guard try reader.state() == range.state else { return .moved }
                let generation = try reader.generation()
                let stage = RowStage(
                    over: reader, declaring: projection.tables,
                    keeping: range.kept[part].take(in: range.state, generation: generation, parts: range.parts),
                    encodesEagerly: range.encodesEagerly)
                if let watch { try stage.watch(watch.subject) }
                var run = GatheringRun(part, of: range, applying: projection, to: stage)
                do {
                    try reader.locatingDamage {
                        if !run.isOver { try log.scan(after: run.covered, while: { try run.take($0) }) }
                    }
                } catch let unapplied as Unapplied {
                    return .unapplied(unapplied, after: run.lastWhole, generation: generation)
                } catch let error as EventStoreError where error.code == .damaged && !error.isReadModelDamage {
                    // Apply what is before the damage first. The next batch starts at the damage and throws.
                    guard run.lastWhole > range.state.position else { throw error }
                    return .cut(at: run.lastWhole)
                }
                if run.needsCut { return .cut(at: run.covered) }
                let changes: StagedChanges
                do {
                    changes = try StagedChanges(stage)
                } catch {
                    guard range.encodesEagerly else { return .unencoded }
                    throw error
                }
                range.kept[part].put(stage.release(generation: generation, parts: range.parts))
                return .batch(
                    GatheredBatch(
                        changes: changes, watched: run.watched, generation: generation, count: run.count,
                        covered: run.covered, duration: elapsed()))
            }
        }
    }
}

extension ProjectionRunner.Gathering {
    /// The combined result of both parts of a batch.
    func joined(with other: ProjectionRunner.Gathering) -> ProjectionRunner.Gathering {
        switch (self, other) {
        case (.moved, _), (_, .moved): .moved
        case (.unencoded, _), (_, .unencoded): .unencoded
        case (.unapplied(let one, _, _), .unapplied(let two, _, _)):
            one.event.position < two.event.position ? self : other
        // The earlier end wins. A later batch reaches the other end, if it still applies.
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
                // Both parts read the same events and end by the same rules, unless a disk fault came in between.
                .cut(at: min(one.covered, two.covered))
            }
        }
    }
}
