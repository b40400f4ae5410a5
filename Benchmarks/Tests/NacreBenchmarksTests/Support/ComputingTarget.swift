import Nacre

@testable import NacreLoad

/// A target that keeps what is appended, on its caller's thread and without a suspension.
struct ComputingTarget: AppendTarget {
    let target: RecordingTarget

    /// Makes a target that fails after so many appends.
    init(failingAfter appends: Int = .max) {
        target = RecordingTarget(failingAfter: appends)
    }

    var callerUse: CallerUse { .computes }

    func append(_ commit: Commit) async throws -> AppendResult { try await target.append(commit) }

    func head() async throws -> Position { try await target.head() }
}
