import ArgumentParser

/// A named mix of operations, after the core workloads of YCSB.
///
/// A record of YCSB is a stream here, reading it is reading the stream, updating it is appending to it. Source: B.
/// Cooper, A. Silberstein, E. Tam, R. Ramakrishnan and R. Sears, "Benchmarking cloud serving systems with YCSB", SoCC
/// 2010, section 4.
enum Mix: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Half reads of streams, half appends at any version: YCSB's workload A.
    case updateHeavy = "update-heavy"

    /// Reads of streams, with one append in twenty operations: YCSB's workload B.
    case readHeavy = "read-heavy"

    /// Reads of streams only: YCSB's workload C.
    case readOnly = "read-only"

    /// Reads of the newest streams; one operation in twenty creates another: YCSB's workload D.
    case readLatest = "read-latest"

    /// Queries by a tag with a limit; one operation in twenty creates a stream: YCSB's workload E, whose short ranges
    /// correspond to queries.
    case queryHeavy = "query-heavy"

    /// Half reads of streams, half reads followed by an append at the version read: YCSB's workload F.
    case loadDecideAppend = "load-decide-append"

    /// All operations, as in an application: not a workload of YCSB.
    case everything

    /// The percentage of each kind of operation.
    var percents: [OperationKind: Int] {
        switch self {
        case .updateHeavy: [.read: 50, .append: 50]
        case .readHeavy: [.read: 95, .append: 5]
        case .readOnly: [.read: 100]
        case .readLatest: [.read: 95, .create: 5]
        case .queryHeavy: [.query: 95, .create: 5]
        case .loadDecideAppend: [.read: 50, .update: 50]
        case .everything: [.read: 40, .append: 10, .update: 30, .create: 5, .query: 5, .queryType: 5, .newest: 5]
        }
    }

    /// The default distribution of streams, as in YCSB.
    var distribution: KeyDistribution { self == .readLatest ? .latest : .zipf }
}
