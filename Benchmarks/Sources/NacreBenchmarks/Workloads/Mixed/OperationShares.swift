import ArgumentParser

enum OperationKind: String, CaseIterable, Sendable {
    /// Reads a whole stream, as for a decision.
    case read

    /// Appends an event to a stream at any version.
    case append

    /// Reads a whole stream, and appends an event expecting the version read; on conflict, retries.
    case update

    /// Appends the first event of a new stream.
    case create

    /// Reads the newest events with a tag.
    case query

    /// Reads events of a type, upwards from a position.
    case queryType = "query-type"

    /// Reads the newest page of the log.
    case newest
}

struct OperationShares: Hashable, Sendable {
    let percents: [OperationKind: Int]

    init?(_ percents: [OperationKind: Int]) {
        guard percents.values.allSatisfy({ (0...100).contains($0) }), percents.values.reduce(0, +) == 100 else {
            return nil
        }
        self.percents = percents.filter { $0.value > 0 }
    }

    /// The kinds used, in the order of their declaration.
    var kinds: [OperationKind] { OperationKind.allCases.filter { percents[$0] != nil } }

    func next(using random: inout SplitMix64) -> OperationKind {
        var drawn = random.next(below: 100)
        return kinds.first { kind in
            drawn -= percents[kind, default: 0]
            return drawn < 0
        } ?? kinds[0]
    }

    /// The shares in the syntax of the command line.
    var text: String { kinds.map { "\($0.rawValue)=\(percents[$0, default: 0])" }.joined(separator: ",") }
}

extension OperationShares: ExpressibleByArgument {
    init?(argument: String) {
        var percents: [OperationKind: Int] = [:]
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let kind = OperationKind(rawValue: String(sides[0])), percents[kind] == nil,
                let percent = Int(sides[1])
            else { return nil }
            percents[kind] = percent
        }
        self.init(percents)
    }

    var defaultValueDescription: String { text }
}

/// A named mix of operations, after the core workloads of YCSB.
///
/// A record of YCSB is a stream here, reading it is reading the stream, updating it is appending to it; its short ranges
/// are queries. Source: B. Cooper, A. Silberstein, E. Tam, R. Ramakrishnan and R. Sears, "Benchmarking cloud serving
/// systems with YCSB", SoCC 2010, section 4.
enum Mix: String, CaseIterable, Sendable, ExpressibleByArgument {
    // YCSB's workloads A to F, in their order.
    case updateHeavy = "update-heavy"
    case readHeavy = "read-heavy"
    case readOnly = "read-only"
    case readLatest = "read-latest"
    case queryHeavy = "query-heavy"
    case loadDecideAppend = "load-decide-append"

    /// All operations, as in an application: not a workload of YCSB.
    case everything

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
