import Foundation
import Nacre

/// An engine with an empty folder, in which a rule tries it out.
struct EngineTrial: Sendable {
    let engine: any BenchmarkEngine

    /// An empty folder, which whoever made it removes.
    let folder: URL

    /// How often what a folder's store is in was synced, where that can be counted: asked of the system or the server,
    /// not of the engine.
    var syncs: (@Sendable (URL) async throws -> Int)?

    /// How a worker is made, where the trial may start processes.
    var makeWorker: WorkerMaker?

    let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 8, payloadBytes: 40, seed: 3)

    /// Opens the store, runs a body, and closes the store whatever happens.
    func withSession<Result>(_ body: (any EngineSession) async throws -> Result) async throws -> Result {
        try await engine.withSession(folder, body)
    }

    /// Opens the store anew and audits it: everything that was told is there, as it was told, and nothing else.
    ///
    /// - Throws: ``HarnessError`` with the checks that do not hold.
    @discardableResult
    func audit(_ records: [WriterRecord], of load: AppendLoad? = nil) async throws -> LogContents {
        let auditor = try await engine.readBack(folder, into: LogAuditor(load: load ?? self.load, records: records))
        let contents = auditor.contents
        let broken = auditor.finish().checks.filter { !$0.passed }
        try expect(
            broken.isEmpty, broken.map { "not so: \($0.name): \($0.detail ?? "")" }.joined(separator: "; "))
        return contents
    }

    /// Throws where something is not as a rule has it.
    func expect(_ isSo: Bool, _ detail: @autoclosure () -> String) throws {
        guard isSo else { throw HarnessError(detail()) }
    }

    /// Runs a body that a rule has fail, with a code, or with any error where that is left out.
    func expectRefusal(
        _ code: EventStoreError.Code? = nil, of what: String, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as EventStoreError where code != nil {
            try expect(
                error.code == code, "\(what) is refused as \(error.code), not as \(code?.description ?? ""): \(error)")
            return
        } catch {
            try expect(code == nil, "\(what) fails with something else than a refusal: \(error)")
            return
        }
        throw HarnessError("\(what) is accepted")
    }
}
