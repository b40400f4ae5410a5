import Nacre
import Testing

/// A promise that a read model store breaks, with the rule of the suite that must detect it.
struct ReadModelMutation: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable {
        case keepsRolledBackChanges, ordersKeysAsSigned, includesStartKey, treatsEmptyAsMissing, sharesTables
        case comparesNamesAsStrings, keepsRemovedState, cutsKeys, swallowsErrors, ignoresWalkStop
        case forgetsNames
        case staysOpen, forgetsRemovals, walksOldRows, treatsLiveTablesAsShadow
        case leavesLiveTables, losesShadowState, losesDefinitions, sharesGenerations
        case excludesInclusiveStart, includesEndKey, excludesInclusiveEnd, walksForwardOnly
        case ignoresBoundsInReverse, acceptsLongBounds
        case reusesGenerations, countsWritesAsGenerations, forgetsProjections, losesHalts
    }

    let kind: Kind
    let noticed: String

    init(_ kind: Kind, _ noticed: String) {
        self.kind = kind
        self.noticed = noticed
    }

    var testDescription: String { "\(kind)" }

    static let all = [
        ReadModelMutation(
            .keepsRolledBackChanges, "a body that throws rolls back all its changes, and its error is thrown"),
        ReadModelMutation(.ordersKeysAsSigned, "rows are ordered by the bytes of their keys"),
        ReadModelMutation(.includesStartKey, "a walk begins after a key, whether or not it exists"),
        ReadModelMutation(
            .treatsEmptyAsMissing, "a key that was never set has no value; an empty value is a value"),
        ReadModelMutation(.sharesTables, "a model has separate tables, numbered 0 to 255"),
        ReadModelMutation(
            .comparesNamesAsStrings,
            "models are separate, even if a name is a prefix or another spelling of another"),
        ReadModelMutation(
            .keepsRemovedState,
            "removing everything removes all rows of all tables and the state; later writes are kept"),
        ReadModelMutation(.cutsKeys, "long keys that differ only in their last byte are different"),
        ReadModelMutation(.swallowsErrors, "a body that throws rolls back all its changes, and its error is thrown"),
        ReadModelMutation(
            .ignoresWalkStop, "a walk ends when its body says so, and throws the errors of its body"),
        ReadModelMutation(
            .walksOldRows,
            "a walk whose body changes rows continues with the later rows that remain, if any"),
        ReadModelMutation(
            .includesStartKey,
            "a walk within bounds returns the rows between them, including those at inclusive bounds"),
        ReadModelMutation(
            .excludesInclusiveStart,
            "a walk within bounds returns the rows between them, including those at inclusive bounds"),
        ReadModelMutation(
            .includesEndKey,
            "a walk within bounds returns the rows between them, including those at inclusive bounds"),
        ReadModelMutation(
            .excludesInclusiveEnd,
            "a walk within bounds returns the rows between them, including those at inclusive bounds"),
        ReadModelMutation(.walksForwardOnly, "a reverse walk returns the same rows from last to first"),
        ReadModelMutation(.ignoresBoundsInReverse, "a reverse walk returns the same rows from last to first"),
        ReadModelMutation(
            .walksOldRows,
            "a reverse walk whose body changes rows continues with the earlier rows that remain, if any"),
        ReadModelMutation(.ignoresWalkStop, "a reverse walk ends when its body says so"),
        ReadModelMutation(.acceptsLongBounds, "the bounds of a walk have 0 to 500 bytes"),
        ReadModelMutation(
            .forgetsNames, "the names of written models are listed, in byte order"),
        ReadModelMutation(.staysOpen, "a closed store rejects reads and writes; closing twice is safe"),
        ReadModelMutation(.forgetsRemovals, "removing a row removes no other; removing a missing row does nothing"),
        ReadModelMutation(
            .treatsLiveTablesAsShadow,
            "writing a shadow leaves the live tables unchanged, and vice versa"),
        ReadModelMutation(
            .leavesLiveTables,
            "a shadow that replaces the live tables removes all of them, and is no longer a shadow"),
        ReadModelMutation(
            .losesShadowState,
            "a shadow that replaces the live tables removes all of them, and is no longer a shadow"),
        ReadModelMutation(
            .losesDefinitions,
            "a definition is stored unchanged with the state of its tables, live or shadow"),
        ReadModelMutation(
            .sharesGenerations, "discarding damaged live tables keeps the shadow, and vice versa"),
        ReadModelMutation(
            .reusesGenerations,
            "discarding damaged tables keeps their replacement, even in the same state"),
        ReadModelMutation(
            .countsWritesAsGenerations,
            "a generation is unchanged while rows and states change, and a shadow has its own"),
        ReadModelMutation(
            .keepsRolledBackChanges,
            "each event takes effect once, despite interrupted transactions and concurrent runners"),
        ReadModelMutation(
            .losesDefinitions,
            "a projection of the same name and version with another query or tables is refused, naming the difference"),
        ReadModelMutation(
            .forgetsProjections,
            "two projections of one name in one program are refused, even with equal definitions"),
        ReadModelMutation(
            .leavesLiveTables,
            "a new schema version is built beside the live model, which serves until an atomic swap"),
        ReadModelMutation(
            .losesShadowState,
            "a rebuild can report how the live model differs, and swaps atomically"),
        ReadModelMutation(
            .swallowsErrors,
            "an interrupted rebuild resumes, and the live model serves meanwhile"),
        ReadModelMutation(
            .losesHalts, "an event that cannot be applied halts only that projection, until it is retried or skipped"),
    ]
}

/// A store that breaks one promise of the in-memory store which it wraps.
struct MutantReadModelStore: ReadModelStore {
    let base = InMemoryReadModelStore()
    let mutation: ReadModelMutation.Kind?

    var projections: ProjectionRegistry {
        mutation == .forgetsProjections ? ProjectionRegistry() : base.projections
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(name(model)) { try body(MutantReader(base: $0, mutation: mutation)) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        var failure: (any Error)?
        let result: Result? = try base.write(name(model)) { writer in
            do {
                return try body(MutantWriter(base: writer, mutation: mutation))
            } catch  where mutation == .keepsRolledBackChanges || mutation == .swallowsErrors {
                if mutation == .swallowsErrors { try writer.removeAll() }
                failure = error
                return nil
            }
        }
        if mutation == .swallowsErrors, Result.self == Void.self, let nothing = () as? Result { return nothing }
        if let failure { throw failure }
        return try #require(result)
    }

    func names() throws -> [String] { mutation == .forgetsNames ? [] : try base.names() }

    func close() {
        if mutation != .staysOpen { base.close() }
    }

    private func name(_ model: String) -> String {
        mutation == .comparesNamesAsStrings && model == "cafe\u{301}" ? "caf\u{E9}" : model
    }
}

private struct MutantReader: ReadModelReader {
    let base: any ReadModelReader
    let mutation: ReadModelMutation.Kind?

    /// The live tables, if this is their shadow.
    var live: (any ReadModelReader)?

    func state() throws -> ReadModelState? { try base.state() }

    func generation() throws -> UInt64? {
        guard let generation = try base.generation() else { return nil }
        return switch mutation {
        case .sharesGenerations: try live?.generation() ?? generation
        case .reusesGenerations: live == nil ? 1 : 2
        case .countsWritesAsGenerations: generation << 32 + (try base.state()?.checkpoint.position ?? 0)
        default: generation
        }
    }

    func shadow() throws -> any ReadModelReader {
        mutation == .treatsLiveTablesAsShadow
            ? self : MutantReader(base: try base.shadow(), mutation: mutation, live: base)
    }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        let value = try base.value(for: mutation.key(key), in: mutation.table(table))
        return mutation == .treatsEmptyAsMissing && value?.isEmpty == true ? nil : value
    }

    func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        if mutation == .acceptsLongBounds {
            for case .inclusive(let key)? in [range.lower, range.upper] where key.count > 500 { return }
            for case .exclusive(let key)? in [range.lower, range.upper] where key.count > 500 { return }
        }
        let range = mutation.range(range)
        guard mutation == .ordersKeysAsSigned || mutation == .walksOldRows else {
            return try base.forEachRow(in: mutation.table(table), within: range) {
                try body($0, $1) || mutation == .ignoresWalkStop
            }
        }
        var rows: [([UInt8], [UInt8])] = []
        try base.forEachRow(in: table, within: range) {
            rows.append(($0, $1))
            return true
        }
        if mutation == .ordersKeysAsSigned {
            rows.sort {
                $0.0.map { Int8(bitPattern: $0) }.lexicographicallyPrecedes($1.0.map { Int8(bitPattern: $0) })
            }
        }
        for (key, value) in rows {
            guard try body(key, value) else { return }
        }
    }
}

private struct MutantWriter: ReadModelWriter {
    let base: any ReadModelWriter
    let mutation: ReadModelMutation.Kind?

    /// The live tables, if this is their shadow.
    var live: (any ReadModelReader)?

    private var reader: MutantReader { MutantReader(base: base, mutation: mutation, live: live) }

    func state() throws -> ReadModelState? { try reader.state() }

    func generation() throws -> UInt64? { try reader.generation() }

    func shadow() throws -> any ReadModelReader { try reader.shadow() }

    func writableShadow() throws -> any ReadModelWriter {
        MutantWriter(base: try base.writableShadow(), mutation: mutation, live: base)
    }

    func replaceByShadow() throws {
        switch mutation {
        case .leavesLiveTables: try base.writableShadow().removeAll()
        case .losesShadowState:
            try base.replaceByShadow()
            let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 0, low: 0)), position: 0, fingerprint: 0)
            try base.setState(ReadModelState(schemaVersion: 0, checkpoint: checkpoint))
        default: try base.replaceByShadow()
        }
    }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try reader.value(for: key, in: table) }

    func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try reader.forEachRow(in: table, within: range, body)
    }

    func setState(_ state: ReadModelState) throws {
        try base.setState(
            ReadModelState(
                schemaVersion: state.schemaVersion, checkpoint: state.checkpoint,
                halt: mutation == .losesHalts ? nil : state.halt,
                definition: mutation == .losesDefinitions ? nil : state.definition))
    }

    func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try base.setValue(value, for: mutation.key(key), in: mutation.table(table))
    }

    func removeValue(for key: [UInt8], in table: UInt8) throws {
        if mutation != .forgetsRemovals { try base.removeValue(for: mutation.key(key), in: mutation.table(table)) }
    }

    func removeAll() throws {
        let state = try base.state()
        try base.removeAll()
        if mutation == .keepsRemovedState, let state { try base.setState(state) }
    }
}

extension ReadModelMutation.Kind? {
    fileprivate func key(_ key: [UInt8]) -> [UInt8] { self == .cutsKeys ? [UInt8](key.prefix(499)) : key }

    /// The range that a walk covers instead.
    fileprivate func range(_ range: RowRange) -> RowRange {
        var range = range
        switch (self, range.lower, range.upper) {
        case (.includesStartKey, .exclusive(let key), _): range.lower = .inclusive(key)
        case (.excludesInclusiveStart, .inclusive(let key), _): range.lower = .exclusive(key)
        case (.includesEndKey, _, .exclusive(let key)): range.upper = .inclusive(key)
        case (.excludesInclusiveEnd, _, .inclusive(let key)): range.upper = .exclusive(key)
        case (.walksForwardOnly, _, _): range.isReversed = false
        case (.ignoresBoundsInReverse, _, _) where range.isReversed: range = RowRange(isReversed: true)
        default: break
        }
        return range
    }

    fileprivate func table(_ table: UInt8) -> UInt8 { self == .sharesTables ? table & 0x7F : table }
}
