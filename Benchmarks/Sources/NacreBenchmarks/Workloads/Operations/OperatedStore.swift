import Foundation
import Nacre

/// A filled store under an operator's tasks: on one copy for operations that do not append, on fresh copies for the
/// others.
struct OperatedStore: Sendable {
    let engine: any BenchmarkEngine

    /// The filled store, which is never modified: it may be kept for other commands.
    let filled: FilledStore

    /// A copy of it to which nothing is appended.
    let copy: URL

    /// The writers' answers, reconstructed from the log: each event's writer and number are in its payload.
    let records: [WriterRecord]

    init(_ filled: FilledStore, of engine: any BenchmarkEngine, in workspace: Workspace) async throws {
        self.filled = filled
        self.engine = engine
        let copy = try workspace.makeFolder("operated")
        try await onDedicatedThread { try filled.copyFiles(to: copy) }
        self.copy = copy
        records = try await filled.answers(in: copy, through: engine)
    }

    var load: AppendLoad { filled.manifest.load }

    var events: Int { Int(filled.manifest.contents.events) }

    func withSession<Result: Sendable>(
        _ folder: URL, _ body: (any MaintainedSession) async throws -> Result
    ) async throws -> Result {
        try await engine.withSession(folder) { opened in
            guard let session = opened as? any MaintainedSession else {
                throw HarnessError("the engine \(engine.name.rawValue) has no maintenance")
            }
            return try await body(session)
        }
    }

    func perform(
        _ operation: StoreOperation, run: Int, _ setting: OperationSetting
    ) async throws -> OperationOutcome {
        switch operation {
        case .opening: try await open(run: run, setting)
        case .backup: try await backUp(setting)
        case .verify: try await verify(setting)
        case .rebuild: try await rebuild(setting)
        case .growth: try await grow(setting)
        case .pinned: try await appendBesideReaders(setting)
        }
    }
}
