import Nacre
import Synchronization

/// Counts the differences that a comparison reports.
final class Differences: Sendable {
    private let list = Mutex<[ReadModelDifference]>([])

    var count: Int { list.withLock(\.count) }

    func add(_ difference: ReadModelDifference) { list.withLock { $0.append(difference) } }
}
