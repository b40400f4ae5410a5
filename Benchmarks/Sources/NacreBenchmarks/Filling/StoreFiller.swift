import Foundation

/// Fills stores outside the measured time, and optionally keeps them for other commands.
struct StoreFiller: Sendable {
    /// The load and the engine; the filler sets the store.
    let task: WorkerTask
    let events: Int

    /// The lag of the held-back index, in events.
    let tailEvents: Int

    /// The folder where stores are kept and found again; `nil` if they are removed with the workspace.
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
            // Files of an interrupted filling are unusable.
            if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
            for folder in [folder, heldBack] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
        } catch {
            throw HarnessError(.cannotCreate, "cannot create a store in \(place.path): \(error)")
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
                "the manifest of the store kept in \(place.path) cannot be read: remove the store, or change --stores "
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

    /// The least that all writers together append: one append each.
    private static func eventsPerRound(of load: AppendLoad) -> Int { load.writers * load.eventsPerAppend }

    /// The name of a kept store: everything that its bytes depend on, including the program that wrote them.
    private func key(of engine: any BenchmarkEngine) throws -> String {
        let load = task.load
        return "\(engine.name.rawValue)-\(events)x\(load.payloadBytes)-\(load.streams)-streams-\(load.writers)-writers-"
            + "\(load.eventsPerAppend)-an-append-\(load.order.rawValue)-\(load.labels.rawValue)-seed-\(load.seed)-"
            + "tail-\(tailEvents)-build-\(try ProgramStamp.own.get().prefix(8))"
    }
}

extension StoreFiller {
    /// The same filler with ids and tags on its events, for workloads that look events up by them.
    var labelled: StoreFiller {
        var task = task
        task.load.labels = .idAndTags
        return StoreFiller(task: task, events: events, tailEvents: tailEvents, kept: kept, makeWorker: makeWorker)
    }

    /// Fills a store for each format; the ceiling reads Nacre's store if there is one, instead of its own.
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
