import Foundation

/// Fills stores outside the clock, and keeps them for other calls where it is told to.
struct StoreFiller: Sendable {
    /// What is appended, and through which engine; the store is the filler's to say.
    let task: WorkerTask
    let events: Int

    /// How many events the index that is held back is behind.
    let tailEvents: Int

    /// Where stores are kept and found again; `nil` where they go with the workspace.
    let kept: URL?
    let makeWorker: WorkerMaker

    /// Fills a store through an engine, closes and audits it, or finds one that was filled in the same way.
    func store(of engine: any BenchmarkEngine, in context: RunContext) async throws -> FilledStore {
        let (workspace, progress) = (context.workspace, context.progress)
        let place = try kept.map { $0.appendingPathComponent(try key(of: engine)) } ?? workspace.makeFolder("filled")
        let manifestFile = place.appendingPathComponent("manifest.json")
        let folder = place.appendingPathComponent("store")
        let heldBack = place.appendingPathComponent("held-back")
        if let data = try? Data(contentsOf: manifestFile) {
            progress.note("using \(place.path), which was filled before")
            return FilledStore(
                folder: folder, heldBack: heldBack, manifest: try manifest(from: data, of: place))
        }
        do {
            // What an interrupted filling has left is of no use.
            if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
            for folder in [folder, heldBack] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
        } catch {
            throw HarnessError(.cannotCreate, "no store can be made in \(place.path): \(error)")
        }
        progress.note("filling a store with \(decimal(events)) events through \(engine.name.rawValue)")
        let step = "filling  \(engine.name.rawValue)"
        let records: [WriterRecord]
        var behindIndex = 0
        if engine.abilities.contains([.openStore, .files]) {
            (records, behindIndex) = try await fill(
                folder, holdingBackIn: heldBack, through: engine, workspace, progress.shown(step))
        } else {
            let budget = SliceBudget(seconds: nil, events: events)
            records = try await progress.watching(step, budget) { watch in
                try await engine.append(
                    task.load, within: budget, eventsPerCommit: nil, in: folder, watchedBy: watch)
            }.records
        }
        await workspace.settle()
        let audited = await context.audit.run(folder, of: engine, load: task.load, records: records)
        let manifest = FilledStore.Manifest(
            load: task.load, contents: audited.contents, appends: records.map(\.acknowledgements.count),
            eventsBehindIndex: behindIndex, audit: audited.report)
        if audited.report.passed { try JSONEncoder().encode(manifest).write(to: manifestFile, options: .atomic) }
        return FilledStore(folder: folder, heldBack: heldBack, manifest: manifest)
    }

    private func manifest(from data: Data, of place: URL) throws -> FilledStore.Manifest {
        do {
            return try JSONDecoder().decode(FilledStore.Manifest.self, from: data)
        } catch {
            throw HarnessError(
                .badInput,
                "what is known of the store kept in \(place.path) cannot be read: remove it, or name another --stores "
                    + "(\(error))")
        }
    }

    private func fill(
        _ folder: URL, holdingBackIn heldBack: URL, through engine: any BenchmarkEngine, _ workspace: Workspace,
        _ step: String?
    ) async throws -> (records: [WriterRecord], behindIndex: Int) {
        let file = workspace.newFile("records")
        let worker = try await makeWorker(task.on(folder, of: engine, load: task.load))
        let plan = HeldBackPlan(
            events: events, tailEvents: tailEvents, eventsPerRound: Self.eventsPerRound(of: task.load))
        var behindIndex = 0
        do {
            let first = SliceBudget(seconds: nil, events: plan.firstEvents)
            _ = try await worker.perform(.append(first, untilIndexed: true, step: step))
            let lag = try await worker.perform(.reopen(copyingIndexTo: heldBack.path)).indexLag ?? 0
            let rest = SliceBudget(seconds: nil, events: plan.restEvents(behind: engine.indexFiles.isEmpty ? nil : lag))
            let appended = try await worker.perform(.append(rest, untilIndexed: true, step: step)).events
            if !engine.indexFiles.isEmpty { behindIndex = Int(lag) + appended }
            _ = try await worker.perform(.finish(records: file.path))
        } catch {
            await worker.dismiss()
            throw error
        }
        await worker.dismiss()
        defer { try? FileManager.default.removeItem(at: file) }
        return (try RecordFile.read(file), behindIndex)
    }

    /// What all writers together append at least: one append each.
    private static func eventsPerRound(of load: AppendLoad) -> Int { load.writers * load.eventsPerAppend }

    /// The name of a kept store: all that its bytes depend on, the program that wrote them included.
    private func key(of engine: any BenchmarkEngine) throws -> String {
        let load = task.load
        return "\(engine.name.rawValue)-\(events)x\(load.payloadBytes)-\(load.streams)-streams-\(load.writers)-writers-"
            + "\(load.eventsPerAppend)-an-append-\(load.order.rawValue)-\(load.labels.rawValue)-seed-\(load.seed)-"
            + "tail-\(tailEvents)-build-\(try ProgramStamp.own.get().prefix(8))"
    }
}

extension StoreFiller {
    /// The same filler, whose events carry ids and tags: for workloads that find events by them.
    var labelled: StoreFiller {
        var task = task
        task.load.labels = .idAndTags
        return StoreFiller(task: task, events: events, tailEvents: tailEvents, kept: kept, makeWorker: makeWorker)
    }

    /// Fills a store for each format; the ceiling reads Nacre's where there is one, which it did not write.
    func stores(of engines: [any BenchmarkEngine], in context: RunContext) async throws -> [FilledStore] {
        var stores: [EngineName.Format: FilledStore] = [:]
        for format in EngineName.Format.allCases {
            let readers = engines.filter { $0.name.format == format }
            guard let reader = readers.first(where: { $0.name != .lmdb }) ?? readers.first else { continue }
            stores[format] = try await store(of: reader.filler, in: context)
        }
        return engines.compactMap { stores[$0.name.format] }
    }
}
