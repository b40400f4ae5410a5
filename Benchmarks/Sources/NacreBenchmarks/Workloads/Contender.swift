/// An engine with the rule for the size of its transactions.
struct Contender: Sendable {
    /// The number of events in a durable transaction.
    enum CommitRule: Hashable, Sendable {
        /// The appends that wait when the transaction begins.
        case whatWaits
        case fixed(Int)

        /// The mean of the contender with this index in its slice of the same round.
        case sameAs(Int)
    }

    var engine: any BenchmarkEngine
    var rule: CommitRule

    /// The load with its name, if contenders differ in it.
    var variant: Variant?

    /// The contest: contenders of different contests are not compared; `nil` if there is only one.
    var contest: Contest?

    struct Contest: Hashable, Sendable {
        var name: String

        /// Whether their rates are compared as well as their latencies: the rate of a part only follows that of the
        /// whole.
        var comparesRates = true
    }

    struct Variant: Sendable {
        var name: String
        var load: AppendLoad
    }

    /// The name in tables: the engine, and its commit size if that is set.
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
    /// The contenders, grouping engines first: every engine once, and each ceiling at the commit sizes that answer the
    /// question.
    ///
    /// Beside a grouping engine, a ceiling runs at that engine's own mean (what does the engine cost?) and at one
    /// event of every writer (what would perfect grouping give?). If there are several such engines, Nacre's is used.
    static func contenders(
        _ engines: [any BenchmarkEngine], load: AppendLoad, ceilingEvents: Int?
    ) -> [Contender] {
        var contenders = engines.filter { !$0.name.isCeiling }.map { Contender(engine: $0, rule: .whatWaits) }
        let measured = contenders.firstIndex { $0.engine.name == .nacre } ?? contenders.indices.first
        let oneOfEach = load.writers * load.eventsPerAppend
        for ceiling in engines where ceiling.name.isCeiling {
            if let ceilingEvents {
                contenders.append(Contender(engine: ceiling, rule: .fixed(ceilingEvents)))
                continue
            }
            if let measured { contenders.append(Contender(engine: ceiling, rule: .sameAs(measured))) }
            // With one writer, both are the same.
            if measured == nil || load.writers > 1 {
                contenders.append(Contender(engine: ceiling, rule: .fixed(oneOfEach)))
            }
        }
        return contenders
    }
}
