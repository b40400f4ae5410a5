import CDiskRecorder
import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A call that fails in a run of the workload, and what the run has told then.
struct FaultRun: Codable {
    /// How the disk fails.
    enum Kind: String, Codable, CaseIterable {
        case inputOutput
        case noSpace
        /// A write stores half of its bytes; a sync or a truncation fails.
        case half

        var error: Int32 {
            switch self {
            case .inputOutput: EIO
            case .noSpace: ENOSPC
            case .half: 0
            }
        }
    }

    let kind: Kind
    /// The ordinal of the first call that fails.
    let call: UInt64
    /// Whether all calls behind it fail too.
    let isLasting: Bool

    /// The folder of the store.
    var path = ""
    var calls: UInt64 = 0
    var faults: UInt64 = 0
    /// Why the store could not be opened, where it could not.
    var refusal: String?
    /// What reading showed amiss after the failure.
    var loss: String?
    var acknowledged: [Acknowledged] = []
    var failures: [Workload.Failure] = []

    struct Acknowledged: Codable {
        let commit: Workload.CommitName
        let positions: [Position]
    }

    static let workload = Workload(tasks: 4, commitsPerTask: 12, dataBytes: 100)

    /// Runs the workload with the fault.
    mutating func run(in path: String) async throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        disk_recorder_begin(path, 0, disk_fault(first: call, count: isLasting ? .max : 1, error: kind.error))
        do {
            let answers = try await Self.workload.run(in: path, .full)
            acknowledged = answers.acknowledged.map { Acknowledged(commit: $0.key, positions: $0.value) }
            failures = answers.failures
        } catch let error as EventStoreError {
            refusal = error.code.description
        } catch let error as Loss {
            loss = error.description
        }
        disk_recorder_end()
        calls = disk_recorder_calls()
        faults = disk_recorder_faults()
    }

    /// Audits what the run has left, in another process.
    func audit() async throws {
        if let loss { throw Loss(loss) }
        for failure in failures {
            guard failure.isUnknown != nil else { throw Loss("\(failure) does not tell the outcome") }
        }
        let absent = Set(failures.filter { $0.isUnknown == false }.map(\.commit))
        try await StoreAudit(
            workload: Self.workload,
            acknowledged: Dictionary(uniqueKeysWithValues: acknowledged.map { ($0.commit, $0.positions) }),
            absent: absent
        ).run(in: path)
        try await repeatFailed()
    }

    /// What failed is appended again under the same ids, and is there once.
    private func repeatFailed() async throws {
        guard refusal == nil else { return }
        let store = try await LMDBEventStore.open(at: path, options: .small(.riskingTheWholeStore))
        var all = Dictionary(uniqueKeysWithValues: acknowledged.map { ($0.commit, $0.positions) })
        for failure in failures {
            all[failure.commit] = try await store.append(Self.workload.commit(failure.commit)).positions
        }
        await store.close()
        try await StoreAudit(workload: Self.workload, acknowledged: all).run(in: path)
    }
}
