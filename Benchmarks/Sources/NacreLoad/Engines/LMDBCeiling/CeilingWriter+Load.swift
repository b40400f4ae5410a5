extension CeilingWriter {
    /// Appends a load with a new writer, on a thread of its own, with the same number of events in each commit.
    ///
    /// - Parameters:
    ///   - load: The load to append.
    ///   - budget: When the appending ends.
    ///   - eventsPerCommit: Events in each commit; `nil` for one append of every writer.
    ///   - medium: What the writer writes to.
    ///   - path: The file.
    ///   - durability: When a commit is acknowledged.
    ///   - capacity: Bytes of LMDB's memory map, or of the journal's file.
    ///   - watch: Called with every answer, if not `nil`.
    /// - Returns: What was measured and acknowledged.
    /// - Throws: ``CeilingError`` if the file cannot be opened; a failed commit is part of the result.
    static func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, to medium: Medium, at path: String,
        durability: Durability, capacity: Int, watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        let eventsPerCommit = eventsPerCommit ?? load.writers * load.eventsPerAppend
        let appends = max(1, eventsPerCommit / load.eventsPerAppend)
        let templates = PayloadTemplates(of: load)
        let (slice, use) = try await LoadMeter.during(isWanted: budget.isObserved) {
            try await onDedicatedThread {
                let writer = try CeilingWriter(
                    medium, path: path, load: load, templates: templates, durability: durability, capacity: capacity)
                return writer.run(load, within: budget, appendsPerCommit: appends, watchedBy: watch)
            }
        }
        var measured = slice
        measured.use = use
        // At this point, the writer has closed its file.
        measured.use?.noteClosing()
        return measured
    }

    private borrowing func run(
        _ load: AppendLoad, within budget: SliceBudget, appendsPerCommit: Int, watchedBy watch: LoadWatch?
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
                try commit(appends: appendsPerCommit)
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
}
