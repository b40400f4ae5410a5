@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

extension RunnableWorkload {
    /// Runs in a workspace, with an audit that some workloads ignore.
    func run(
        in workspace: Workspace,
        audit: SliceAudit = SliceAudit(
            secondReader: LMDBCeilingEngine(durability: .unsynced, mapSize: smallMap)),
        progress: Progress
    ) async throws -> [ContenderResult] {
        try await run(in: RunContext(workspace: workspace, audit: audit, progress: progress))
    }
}

extension StoreFiller {
    /// Fills or finds a store in a workspace.
    func store(
        of engine: any BenchmarkEngine, in workspace: Workspace, audit: SliceAudit, progress: Progress
    ) async throws -> FilledStore {
        try await store(of: engine, in: RunContext(workspace: workspace, audit: audit, progress: progress))
    }
}
