import Foundation
import Nacre

/// An engine with an empty folder, in which a rule is tested.
struct EngineTrial: Sendable {
    let engine: any BenchmarkEngine

    /// An empty folder; its creator removes it.
    let folder: URL

    /// Counts the syncs of the storage that holds a folder's store, if they can be counted.
    ///
    /// The count comes from the system or the server, not from the engine.
    var syncs: (@Sendable (URL) async throws -> Int)?

    /// Makes a worker, if the trial may start processes.
    var makeWorker: WorkerMaker?

    let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 8, payloadBytes: 40, seed: 3)

    /// Opens the store, runs a body, and closes the store in every case.
    func withSession<Result>(_ body: (any EngineSession) async throws -> Result) async throws -> Result {
        try await engine.withSession(folder, body)
    }

    /// Reopens the store and audits it: all acknowledged events are there as acknowledged, and no others.
    ///
    /// - Throws: ``HarnessError`` with the failed checks.
    @discardableResult
    func audit(_ records: [WriterRecord], of load: AppendLoad? = nil) async throws -> LogContents {
        let auditor = try await engine.readBack(
            folder,
            into: LogAuditor(
                load: load ?? self.load, records: records, isWhole: engine.abilities.contains(.wholeLog)))
        let contents = auditor.contents
        let broken = auditor.finish().checks.filter { !$0.passed }
        try expect(
            broken.isEmpty, broken.map { "failed: \($0.name): \($0.detail ?? "")" }.joined(separator: "; "))
        return contents
    }

    /// Throws if a rule's expectation is false.
    func expect(_ isSo: Bool, _ detail: @autoclosure () -> String) throws {
        guard isSo else { throw HarnessError(detail()) }
    }

    /// Runs a body that must fail with a code, or with any error if no code is given.
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
            try expect(code == nil, "\(what) fails with an error other than a refusal: \(error)")
            return
        }
        throw HarnessError("\(what) is accepted")
    }
}
