import Nacre

@testable import NacreLoad

/// A target that keeps appended events, on its caller's thread and without suspending.
struct ComputingTarget: AppendTarget {
    let target: RecordingTarget

    /// Makes a target that fails after a number of appends.
    init(failingAfter appends: Int = .max) {
        target = RecordingTarget(failingAfter: appends)
    }

    var callerUse: CallerUse { .computes }

    func append(_ commit: Commit) async throws -> AppendResult { try await target.append(commit) }

    func head() async throws -> Position { try await target.head() }
}
