import Synchronization

/// The findings of a verification.
final class FindingList: Sendable {
    private let list = Mutex<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ finding: String) { list.withLock { $0.append(finding) } }
}
