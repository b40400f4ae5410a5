import CLMDBCeiling
package import Foundation

/// The ceiling: LMDB called from C on one thread, writing and reading the bytes of Nacre's log.
package struct LMDBCeilingEngine: BenchmarkEngine {
    package var name: EngineName { .lmdb }

    package var abilities: EngineAbilities { [.wholeLog, .files] }

    package let durability: Durability
    package let mapSize: Int

    package init(durability: Durability, mapSize: Int) {
        (self.durability, self.mapSize) = (durability, mapSize)
    }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        let eventsPerCommit = eventsPerCommit ?? load.writers * load.eventsPerAppend
        let appends = max(1, eventsPerCommit / load.eventsPerAppend)
        let templates = PayloadTemplates(of: load)
        let path = Self.log(in: folder)
        let (slice, use) = try await LoadMeter.during(isWanted: budget.isObserved) {
            try await onDedicatedThread {
                let writer = try CeilingWriter(
                    path: path, load: load, templates: templates, durability: durability, mapSize: mapSize)
                return Self.run(writer, load: load, within: budget, appendsPerCommit: appends, watchedBy: watch)
            }
        }
        var measured = slice
        measured.use = use
        // At this point, the writer has closed its environment.
        measured.use?.noteClosing()
        return measured
    }

    private static func run(
        _ writer: borrowing CeilingWriter, load: AppendLoad, within budget: SliceBudget, appendsPerCommit: Int,
        watchedBy watch: LoadWatch?
    ) -> AppendSlice {
        let eventsPerCommit = appendsPerCommit * load.eventsPerAppend
        var record = WriterRecord(eventsPerAcknowledgement: eventsPerCommit)
        var left = budget.events.map { ($0 + eventsPerCommit - 1) / eventsPerCommit } ?? .max
        var position: UInt64 = 1

        let start = monotonicNanoseconds()
        let deadline = budget.deadline(from: start)
        var before = start
        while left > 0, before < deadline {
            do {
                try writer.commit(appends: appendsPerCommit)
            } catch {
                record.eventsInFlight = eventsPerCommit
                watch?.noteFailure()
                record.note(error, at: monotonicNanoseconds())
                break
            }
            let after = monotonicNanoseconds()
            record.acknowledgements.append(.init(firstPosition: position, place: nil))
            record.latencies.append(after - before)
            if budget.isObserved { record.moments.append(after) }
            watch?.note(events: eventsPerCommit, nanoseconds: after - before)
            position += UInt64(eventsPerCommit)
            before = after
            left -= 1
        }
        let groups = GroupStatistics(
            groups: record.acknowledgements.count, appends: record.acknowledgements.count * appendsPerCommit,
            events: record.eventsAcknowledged)
        return AppendSlice(
            start: start, nanoseconds: monotonicNanoseconds() - start, records: [record], groups: groups)
    }

    package func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        guard path == .scan else { throw HarnessError("the ceiling only scans: it cannot deliver events as values") }
        return try await onDedicatedThread {
            let reader = try CeilingReader(path: Self.log(in: folder), mapSize: mapSize)
            try opened()
            return try ReplaySlice.passes(seconds: seconds) { try reader.replay() }
        }
    }

    package func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await onDedicatedThread {
            var observer = observer
            try CeilingReader(path: Self.log(in: folder), mapSize: mapSize).readAll {
                event, stream, type, metadata, data in
                observer.observe(
                    position: event.position, version: event.version, stream: stream, payload: data, type: type,
                    schema: Int(event.schema), metadata: metadata, id: nil, tags: [])
            }
            return observer
        }
    }

    /// The log of a store, as the format's description names it.
    package static func log(in folder: URL) -> String {
        folder.appendingPathComponent("log.mdb").path
    }
}
