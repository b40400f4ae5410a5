import Nacre

struct CountingTarget: AppendTarget {
    let target: any AppendTarget
    let answers: SlowReading.Counter

    func append(_ commit: Commit) async throws -> AppendResult {
        let result = try await target.append(commit)
        _ = answers.add()
        return result
    }

    func head() async throws -> Position { try await target.head() }

    var callerUse: CallerUse { target.callerUse }
}
