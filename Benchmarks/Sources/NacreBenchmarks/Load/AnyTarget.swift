import Nacre

/// Any target at all.
struct AnyTarget: AppendTarget {
    private let target: any AppendTarget

    init(_ target: any AppendTarget) {
        self.target = target
    }

    func append(_ commit: Commit) async throws -> AppendResult { try await target.append(commit) }

    func head() async throws -> Position { try await target.head() }

    var callerUse: CallerUse { target.callerUse }
}
