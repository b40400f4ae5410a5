import Foundation
import Nacre

/// A filled store under an operator's operations: on one copy for operations that do not append, on fresh copies for
/// the others.
struct OperatedStore: Sendable {
    let engine: any BenchmarkEngine

    /// The filled store, which is never modified: it may be kept for other calls.
    let filled: FilledStore

    /// A copy of it to which nothing is appended.
    let copy: URL

    /// The writers' answers, reconstructed from the log: each event's writer and number are in its payload.
    let records: [WriterRecord]

    /// Copies a filled store, and reads its writers' answers from it.
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

    /// Opens a store, runs a body, and closes the store in every case.
    static func withSession<Result: Sendable>(
        _ engine: any BenchmarkEngine, _ folder: URL, _ body: (any MaintainedSession) async throws -> Result
    ) async throws -> Result {
        try await engine.withSession(folder) { opened in
            guard let session = opened as? any MaintainedSession else {
                throw HarnessError("the engine \(engine.name.rawValue) has nothing for operators")
            }
            return try await body(session)
        }
    }
}
