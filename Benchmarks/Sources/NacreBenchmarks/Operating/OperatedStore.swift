import Foundation
import Nacre
import Synchronization

/// A filled store that an operator works on: on one copy where nothing is appended, and on fresh ones where it is.
struct OperatedStore: Sendable {
    let engine: any BenchmarkEngine

    /// The store as it was filled, which nobody touches: it may be kept for other calls.
    let filled: FilledStore

    /// A copy of it to which nothing is appended.
    let copy: URL

    /// What its writers were told, as the log has it: each event's writer and number are in its payload.
    let records: [WriterRecord]

    /// Copies a filled store, and reads from it what its writers were told.
    ///
    /// - Parameters:
    ///   - filled: The store.
    ///   - engine: Whose it is.
    ///   - workspace: Where copies go.
    /// - Throws: Where it cannot be copied or read, or holds other appends than it was filled with.
    init(_ filled: FilledStore, of engine: any BenchmarkEngine, in workspace: Workspace) async throws {
        self.filled = filled
        self.engine = engine
        copy = try Self.copy(filled.folder, to: workspace.makeFolder("operated"))
        records = try await Self.withSession(engine, copy) { session in
            try await Self.records(of: filled.manifest, in: session)
        }
    }

    /// What is appended to it.
    var load: AppendLoad { filled.manifest.load }

    /// Events in it.
    var events: Int { Int(filled.manifest.contents.events) }

    /// Copies the filled store once more, runs a body with the copy, and removes it.
    ///
    /// - Parameters:
    ///   - workspace: Where the copy goes.
    ///   - body: What to do with it.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; ``HarnessError`` where the store cannot be copied or removed.
    func withFreshCopy<Result>(in workspace: Workspace, _ body: (URL) async throws -> Result) async throws -> Result {
        try await workspace.withFreshStore { folder in
            try await body(Self.copy(filled.folder, to: folder))
        }
    }

    /// Opens a store, runs a body, and closes the store whatever happens.
    static func withSession<Result: Sendable>(
        _ engine: any BenchmarkEngine, _ folder: URL, _ body: (any MaintainedSession) async throws -> Result
    ) async throws -> Result {
        let opened = try await engine.open(folder)
        let outcome: Swift.Result<Result, any Error>
        do {
            guard let session = opened as? any MaintainedSession else {
                throw HarnessError("the engine \(engine.name.rawValue) has nothing for operators")
            }
            outcome = .success(try await body(session))
        } catch {
            outcome = .failure(error)
        }
        try await opened.close()
        return try outcome.get()
    }

    /// Copies a store's files into an empty folder, but for those that only say who has it open.
    private static func copy(_ store: URL, to folder: URL) throws -> URL {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: store.path) where !name.hasSuffix("-lock") {
                try FileManager.default.copyItem(
                    at: store.appendingPathComponent(name), to: folder.appendingPathComponent(name))
            }
        } catch {
            throw HarnessError(.inputOutput, "\(store.path) cannot be copied to \(folder.path): \(error)")
        }
        return folder
    }

    private static func records(
        of manifest: FilledStore.Manifest, in session: any MaintainedSession
    ) async throws -> [WriterRecord] {
        let load = manifest.load
        let found = Mutex(
            (0..<load.writers).map { _ in WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend) })
        try await session.read(.scan) { event in
            guard let mark = event.mark, Int(mark.writer) < load.writers,
                mark.sequence.isMultiple(of: UInt64(load.eventsPerAppend))
            else { return true }
            found.withLock {
                $0[Int(mark.writer)].acknowledgements.append(
                    .init(
                        firstPosition: event.position,
                        place: .init(stream: mark.stream, firstVersion: event.version)))
            }
            return true
        }
        let records = found.withLock { $0 }
        guard records.map(\.acknowledgements.count) == manifest.appends else {
            throw HarnessError(.badInput, "the filled store holds other appends than it was filled with: fill it anew")
        }
        return records
    }
}
