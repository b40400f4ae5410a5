/// An engine with the rule by which its appends share transactions.
struct Contender: Sendable {
    /// How many events a durable transaction holds.
    enum CommitRule: Hashable, Sendable {
        /// What waits when the transaction begins.
        case whatWaits

        /// So many.
        case fixed(Int)

        /// As many as the contender with this index had on average in its slice of the same round.
        case sameAs(Int)
    }

    var engine: any BenchmarkEngine
    var rule: CommitRule

    /// The load, where contenders differ in it, with its name.
    var variant: Variant?

    /// What it takes part in: contenders of different contests are not compared; `nil` where there is but one.
    var contest: Contest?

    /// What contenders are compared in.
    struct Contest: Hashable, Sendable {
        var name: String

        /// Whether their rates are compared as well as their latencies: a part's rate is only what the whole's is.
        var comparesRates = true
    }

    /// A load with its name.
    struct Variant: Sendable {
        var name: String
        var load: AppendLoad
    }

    /// The name in tables: the engine, and where it was told, how many events it commits at a time.
    var label: String {
        if let variant { return "\(engineLabel), \(variant.name)" }
        return switch rule {
        case .whatWaits: engineLabel
        case .fixed(let events): "\(engine.name.rawValue) at \(decimal(events)) a commit"
        case .sameAs: "\(engine.name.rawValue) at the same a commit"
        }
    }

    private var engineLabel: String {
        engine.durability == .memoryOnly ? "\(engine.name.rawValue) (keeps nothing)" : engine.name.rawValue
    }
}

extension Contender {
    /// Who takes part, those that group what waits first: every engine once, the ceiling at the commit sizes that
    /// answer the question.
    ///
    /// Beside an engine that groups what waits, the ceiling runs at that engine's own mean (what does the engine cost?)
    /// and at one event of every writer (what would perfect grouping give?). Of several engines that one is Nacre's.
    static func contenders(
        _ engines: [any BenchmarkEngine], load: AppendLoad, ceilingEvents: Int?
    ) -> [Contender] {
        var contenders = engines.filter { $0.name != .lmdb }.map { Contender(engine: $0, rule: .whatWaits) }
        let measured = contenders.firstIndex { $0.engine.name == .nacre } ?? contenders.indices.first
        let oneOfEach = load.writers * load.eventsPerAppend
        for ceiling in engines where ceiling.name == .lmdb {
            if let ceilingEvents {
                contenders.append(Contender(engine: ceiling, rule: .fixed(ceilingEvents)))
                continue
            }
            if let measured { contenders.append(Contender(engine: ceiling, rule: .sameAs(measured))) }
            // With one writer both are the same.
            if measured == nil || load.writers > 1 {
                contenders.append(Contender(engine: ceiling, rule: .fixed(oneOfEach)))
            }
        }
        return contenders
    }
}
