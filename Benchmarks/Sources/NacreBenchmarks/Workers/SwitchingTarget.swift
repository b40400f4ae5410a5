import Nacre
import Synchronization

/// A target that writers can use while the store underneath is closed and reopened.
final class SwitchingTarget: AppendTarget {
    private let target: Mutex<any AppendTarget>

    init(_ target: any AppendTarget) {
        self.target = Mutex(target)
    }

    func use(_ target: any AppendTarget) {
        self.target.withLock { $0 = target }
    }

    func append(_ commit: Commit) async throws -> AppendResult {
        try await target.withLock { $0 }.append(commit)
    }

    func head() async throws -> Position {
        try await target.withLock { $0 }.head()
    }

    var callerUse: CallerUse { target.withLock { $0 }.callerUse }
}
