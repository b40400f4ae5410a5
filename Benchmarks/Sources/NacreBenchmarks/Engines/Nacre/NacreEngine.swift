import Foundation
import Nacre
import NacreLMDB
import Synchronization

/// Nacre's embedded engine, as a program that embeds it uses it.
struct NacreEngine: BenchmarkEngine {
    var name: EngineName { .nacre }

    var abilities: EngineAbilities {
        [
            .openStore, .sequence, .labels, .conditions, .sharing, .projections, .files, .repeats, .requests,
            .subscriptions, .maintenance,
        ]
    }

    var indexFiles: [String] { ["index.mdb"] }

    let durability: Durability
    let mapSize: Int

    func open(_ folder: URL) async throws -> any EngineSession {
        let metrics = StageMetrics()
        return NacreSession(store: try await openStore(folder, metrics: metrics), metrics: metrics)
    }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await withStore(folder) { store in
            try await onDedicatedThread(opened)
            return switch path {
            case .scan: try await onDedicatedThread { try Self.scans(of: store, seconds: seconds) }
            case .sequence: try await Self.iterations(over: store, seconds: seconds)
            }
        }
    }

    private static func scans(of store: LMDBEventStore, seconds: Double) throws -> ReplaySlice {
        try ReplaySlice.passes(seconds: seconds) {
            var contents = LogContents(events: 0, payloadSum: 0)
            try store.scan { event in
                contents.events += 1
                contents.payloadSum &+= event.data.bytes.wordSum
            }
            return contents
        }
    }

    @concurrent
    private static func iterations(over store: LMDBEventStore, seconds: Double) async throws -> ReplaySlice {
        try await ReplaySlice.passes(seconds: seconds) {
            var contents = LogContents(events: 0, payloadSum: 0)
            for try await event in store.readLog() { contents.add(event.data) }
            return contents
        }
    }

    func readBack(_ folder: URL, into auditor: LogAuditor) async throws -> LogAuditor {
        try await withStore(folder) { store in
            var auditor = auditor
            if auditor.wantsLabels {
                for try await event in store.readLog() { auditor.observe(event) }
                return auditor
            }
            return try await onDedicatedThread { [auditor] in
                var auditor = auditor
                try store.scan { event in
                    auditor.observe(
                        position: event.position, version: event.version, stream: event.streamName.bytes,
                        payload: event.data.bytes, type: event.typeName.bytes, schema: event.schema,
                        metadata: event.metadata.bytes)
                }
                return auditor
            }
        }
    }

    func faults(in folder: URL) async throws -> [String] {
        try await withStore(folder) { store in
            let findings = Mutex<[String]>([])
            _ = try await store.verify(
                progress: { _, _ in }, finding: { finding in findings.withLock { $0.append("\(finding)") } })
            return findings.withLock { $0 }
        }
    }

    private func openStore(_ folder: URL, metrics: StageMetrics? = nil) async throws -> LMDBEventStore {
        let durability: LMDBEventStore.Durability =
            switch durability {
            case .full: .full
            case .riskingTheWholeStore, .memoryOnly: .riskingTheWholeStore
            }
        var options = LMDBEventStore.Options(durability: durability, mapSize: mapSize, derivedMapSize: mapSize)
        if let metrics { options.metrics = metrics }
        return try await LMDBEventStore.open(at: folder.path, options: options)
    }

    /// Opens a store, runs a body, and closes the store whatever happens.
    private func withStore<Result: Sendable>(
        _ folder: URL, _ body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await openStore(folder).closed(after: body)
    }
}
