enum SuiteQuantity: Hashable, Sendable {
    /// The rate of the first run of the report's subject.
    case rate

    /// Its ratio to another contender's rate, or of another quantity: `p50`.
    case ratio(to: String, of: String? = nil)

    /// A figure of one workload, by its name; if several runs have it, of the last one whose label has the given
    /// ending.
    case figure(String, Figure.Unit, of: String? = nil)

    /// The mean number of appends in a commit, divided by the number of writers.
    case groupShare

    case memory

    /// Bytes on the disk per byte of payload: of one file, or of all.
    case disk(file: String?)

    /// Guarantees whose statements contain some words: all of them must hold.
    case promise(String)

    var unit: Figure.Unit {
        switch self {
        case .rate: .eventsPerSecond
        case .ratio, .groupShare, .disk, .promise: .ratio
        case .figure(_, let unit, _): unit
        case .memory: .bytes
        }
    }

    var name: String {
        switch self {
        case .rate: "events/s"
        case .ratio(let name, let quantity): "ratio of the \(quantity ?? "events/s") to \(name)"
        case .figure(let name, _, let variant): variant.map { "\($0), \(name)" } ?? name
        case .groupShare: "appends that share a commit"
        case .memory: "anonymous memory"
        case .disk(let file): file ?? "all files"
        case .promise(let words): words
        }
    }

    struct Reading: Hashable, Sendable {
        /// The number; 1 for a guarantee that holds, 0 for one that does not.
        var value: Double

        var words: String
    }

    /// Finds the figure; `nil` if the report lacks it, or an audit has invalidated it.
    func reading(in report: BenchmarkReport) -> Reading? {
        guard let run = report.subject.first else { return nil }
        switch self {
        case .rate:
            return run.eventsPerSecond.map { found($0.median, "", $0) }
        case .ratio(let name, let quantity):
            guard let ratio = report.ratio(to: name, of: quantity), let summary = ratio.ratio else { return nil }
            return found(summary.median, " × the \(quantity ?? "events/s") of \(ratio.denominator)", summary)
        case .figure(let name, _, let variant):
            // Some figures are named as medians if there were several runs.
            let names = [name, "\(name), median"]
            let runs = report.subject.filter { run in
                run.figures.contains { names.contains($0.name) } && (run.label ?? "").hasSuffix(variant ?? "")
            }
            guard let run = variant == nil ? runs.first : runs.last,
                let figure = run.figures.first(where: { names.contains($0.name) })
            else { return nil }
            let whose = variant == nil ? "" : "\(run.label ?? run.engine.rawValue): "
            return Reading(value: figure.value, words: "\(whose)\(figure.name): \(figure.text)")
        case .groupShare:
            guard let groups = run.groups else { return nil }
            let share = groups.appends.median / Double(max(1, run.parameters.writers))
            let appends = decimal(groups.appends.median, decimals: 0)
            return Reading(value: share, words: "groups of \(appends) appends, \(text(share)) of the writers")
        case .memory:
            guard let memory = run.memory else { return nil }
            let most = Double(memory.maxBytes)
            return Reading(value: most, words: "anonymous memory: at most \(text(most))")
        case .disk(let file):
            guard let storage = run.storage, storage.payloadBytes > 0,
                let bytes = file.map({ storage.files[$0] }) ?? storage.totalBytes
            else { return nil }
            let share = Double(bytes) / Double(storage.payloadBytes)
            return Reading(value: share, words: "\(file ?? "all files"): \(text(share)) × the payload")
        case .promise(let words):
            let promises = report.runs.flatMap(\.promises).filter { $0.name.contains(words) }
            guard let first = promises.first(where: { !$0.passed }) ?? promises.first else { return nil }
            let detail = first.passed ? "" : ": broken: \(first.detail ?? "")"
            return Reading(value: first.passed ? 1 : 0, words: first.name + detail)
        }
    }

    private func text(_ value: Double) -> String { Figure(name: "", value: value, unit: unit).text }

    private func found(_ value: Double, _ what: String, _ summary: SampleSummary) -> Reading {
        func bare(_ value: Double) -> String { decimal(value, decimals: unit == .ratio ? 2 : 0) }
        let range = "\(bare(summary.min)) to \(bare(summary.max))"
        let interval = summary.interval.map { "\(bare($0.low)) to \(bare($0.high))" }
        // With 6 to 8 rounds, the interval is the range.
        let sure = interval.map { $0 == range ? "; 95 %" : "; 95 %: \($0)" } ?? ""
        return Reading(
            value: value, words: text(value) + what + (summary.samples.count > 1 ? " (\(range)\(sure))" : ""))
    }
}

extension BenchmarkReport {
    /// The runs of the report's subject: those of `nacre`, or else of the first engine.
    var subject: [RunReport] {
        let engine = runs.contains { $0.engine == .nacre } ? EngineName.nacre : runs.first?.engine
        return runs.filter { $0.engine == engine }
    }

    /// The ratio to a contender, in a quantity or in events per second.
    ///
    /// The name of an engine that ran in several settings means the better one.
    func ratio(to name: String, of quantity: String?) -> RatioReport? {
        let candidates = ratios.filter { $0.quantity == quantity }
        return candidates.first { $0.denominator.hasPrefix("\(name) (the better") }
            ?? candidates.first { $0.denominator == name }
    }
}
