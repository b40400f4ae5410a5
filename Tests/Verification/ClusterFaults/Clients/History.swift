import ConsistencyChecking
import Foundation
import Nacre
import Synchronization

/// The calls of all clients, with their answers.
final class History: Sendable {
    private struct State {
        var entries: [HistoryEntry] = []
        /// The reads of each node that need not be up to date.
        var local: [Int: [HistoryEntry]] = [:]
        var counts = CallCounts()
        var firstAnomaly: String?
    }

    private let state = Mutex(State())

    /// The calls that all nodes together must explain.
    var entries: [HistoryEntry] { state.withLock { $0.entries } }

    /// The local reads of each node.
    var localReads: [[HistoryEntry]] { state.withLock { Array($0.local.values) } }

    var counts: CallCounts { state.withLock { $0.counts } }

    /// A failure that no fault of the cluster explains; `nil` if there is none.
    var anomaly: String? { state.withLock { $0.firstAnomaly } }

    /// Adds a call that all nodes together must explain.
    func add(_ entry: HistoryEntry) {
        state.withLock { state in
            state.entries.append(entry)
            state.counts.count(entry)
            Self.judge(entry, &state)
        }
    }

    /// Adds a local read of a node.
    func add(_ entry: HistoryEntry, localTo node: Int) {
        state.withLock { state in
            state.local[node, default: []].append(entry)
            state.counts.localReads += 1
            Self.judge(entry, &state)
        }
    }

    private static func judge(_ entry: HistoryEntry, _ state: inout State) {
        let words: String? =
            switch entry.call {
            case .append(_, .failed(let words, _)), .read(_, .failed(let words)): words
            default: nil
            }
        if let words, !Excuse.explains(words) { state.firstAnomaly = state.firstAnomaly ?? words }
    }

    /// Nanoseconds of a clock that all calls share.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// How many calls ended how.
struct CallCounts: Codable, Sendable {
    var commits = 0
    var repeats = 0
    var conflicts = 0
    /// Appends whose outcome was unknown, or whose node ended.
    var unknown = 0
    /// Appends that failed with nothing written.
    var failed = 0
    var reads = 0
    var failedReads = 0
    var localReads = 0

    fileprivate mutating func count(_ entry: HistoryEntry) {
        switch entry.call {
        case .append(_, .accepted(_, _, let isRepeat)):
            commits += isRepeat ? 0 : 1
            repeats += isRepeat ? 1 : 0
        case .append(_, .refused), .append(_, .mismatched): conflicts += 1
        case .append(_, .failed(_, let mayBeWritten)):
            unknown += mayBeWritten ? 1 : 0
            failed += mayBeWritten ? 0 : 1
        case .append(_, .withdrawn): failed += 1
        case .read(_, .failed): failedReads += 1
        case .read: reads += 1
        }
    }
}
