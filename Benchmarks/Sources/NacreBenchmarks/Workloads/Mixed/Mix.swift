import ArgumentParser

/// A mix of operations that has a name, after the core workloads of YCSB: a record there is a stream here, reading it
/// is reading the stream, updating it is appending to it.
///
/// B. Cooper, A. Silberstein, E. Tam, R. Ramakrishnan and R. Sears, "Benchmarking cloud serving systems with YCSB",
/// SoCC 2010, section 4.
enum Mix: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// Half reads of streams, half appends at whatever version: YCSB's workload A.
    case updateHeavy = "update-heavy"

    /// Reads of streams, one operation in twenty an append: YCSB's workload B.
    case readHeavy = "read-heavy"

    /// Reads of streams alone: YCSB's workload C.
    case readOnly = "read-only"

    /// Reads of the streams made last, one operation in twenty makes another: YCSB's workload D.
    case readLatest = "read-latest"

    /// Queries by a tag with a limit, one operation in twenty makes a stream: YCSB's workload E, whose short ranges are
    /// what a query is here.
    case queryHeavy = "query-heavy"

    /// Half reads of streams, half reads that end with an append at the version read: YCSB's workload F.
    case loadDecideAppend = "load-decide-append"

    /// A bit of everything, as an application does: no workload of YCSB's.
    case everything

    /// How many percent of the operations are of which kind.
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

    /// How streams are drawn where nothing else is said: as in YCSB.
    var distribution: KeyDistribution { self == .readLatest ? .latest : .zipf }
}
