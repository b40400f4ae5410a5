import Nacre
import Testing

/// A promise that a read-model store breaks, with the rule of the suite that must notice.
struct ReadModelMutation: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable {
        case keepsWhatABodyUndoes, ordersKeysAsSigned, walksFromTheKeyItself, takesEmptyForMissing, sharesTables
        case comparesNamesAsStrings, keepsTheStateOfWhatIsRemoved, cutsKeys, swallowsErrors, ignoresTheEndOfAWalk
        case forgetsNames
        case staysOpen, forgetsRemovals, walksThroughWhatWasThere, takesTheLiveTablesForTheShadow
        case leavesTheLiveTables, losesTheStateOfTheShadow, losesDefinitions, sharesGenerations
        case walksBehindAnInclusiveBound, walksToTheKeyItself, endsBeforeAnInclusiveBound, walksForwardAlone
        case ignoresBoundsInReverse, takesLongBounds
        case takesGenerationsAgain, countsWritesAsGenerations, forgetsProjections, losesHalts
    }

    let kind: Kind
    let noticed: String

    init(_ kind: Kind, _ noticed: String) {
        self.kind = kind
        self.noticed = noticed
    }

    var testDescription: String { "\(kind)" }

    static let all = [
        ReadModelMutation(.keepsWhatABodyUndoes, "a body that throws undoes all that it did, and its error comes out"),
        ReadModelMutation(.ordersKeysAsSigned, "rows come in the order of their keys' bytes"),
        ReadModelMutation(.walksFromTheKeyItself, "a walk begins behind a key, whether it is there or not"),
        ReadModelMutation(
            .takesEmptyForMissing, "there is no value under a key that was not put; an empty value is one"),
        ReadModelMutation(.sharesTables, "the tables of a model are separate, 0 to 255"),
        ReadModelMutation(
            .comparesNamesAsStrings,
            "models are separate, though a name begins with another's or is spelt otherwise"),
        ReadModelMutation(
            .keepsTheStateOfWhatIsRemoved,
            "removing everything removes all rows of all tables, and the state; what follows is kept"),
        ReadModelMutation(.cutsKeys, "long keys that differ in their last byte alone are different"),
        ReadModelMutation(.swallowsErrors, "a body that throws undoes all that it did, and its error comes out"),
        ReadModelMutation(
            .ignoresTheEndOfAWalk, "a walk ends where its body says so, and throws what its body throws"),
        ReadModelMutation(
            .walksThroughWhatWasThere,
            "a walk goes on with what its body leaves of the rows behind, and ends where that removes all"),
        ReadModelMutation(
            .walksFromTheKeyItself,
            "a walk within bounds hands out the rows between them, with those at inclusive bounds"),
        ReadModelMutation(
            .walksBehindAnInclusiveBound,
            "a walk within bounds hands out the rows between them, with those at inclusive bounds"),
        ReadModelMutation(
            .walksToTheKeyItself,
            "a walk within bounds hands out the rows between them, with those at inclusive bounds"),
        ReadModelMutation(
            .endsBeforeAnInclusiveBound,
            "a walk within bounds hands out the rows between them, with those at inclusive bounds"),
        ReadModelMutation(.walksForwardAlone, "a reverse walk hands out the same rows from the last to the first"),
        ReadModelMutation(.ignoresBoundsInReverse, "a reverse walk hands out the same rows from the last to the first"),
        ReadModelMutation(
            .walksThroughWhatWasThere,
            "a reverse walk goes on with what its body leaves of the rows before, and ends where that removes all"),
        ReadModelMutation(.ignoresTheEndOfAWalk, "a reverse walk ends where its body says so"),
        ReadModelMutation(.takesLongBounds, "the bounds of a walk have 0 to 500 bytes"),
        ReadModelMutation(
            .forgetsNames, "the names of the models that were written to are known, in the order of their bytes"),
        ReadModelMutation(.staysOpen, "a closed store refuses to read and to write; closing twice is safe"),
        ReadModelMutation(.forgetsRemovals, "a row is removed, alone; removing one that is not there does nothing"),
        ReadModelMutation(
            .takesTheLiveTablesForTheShadow,
            "what is written into a shadow leaves the live tables as they are, and the other way round"),
        ReadModelMutation(
            .leavesTheLiveTables,
            "a shadow that takes the place of the live tables leaves none of them, and is none any more"),
        ReadModelMutation(
            .losesTheStateOfTheShadow,
            "a shadow that takes the place of the live tables leaves none of them, and is none any more"),
        ReadModelMutation(
            .losesDefinitions,
            "what a model was made by is kept with its state, to the bit, and its shadow's with the shadow's"),
        ReadModelMutation(
            .sharesGenerations, "discarding damaged live tables leaves the shadow, and the other way round"),
        ReadModelMutation(
            .takesGenerationsAgain,
            "discarding damaged tables leaves what has taken their place, though it is in the same state"),
        ReadModelMutation(
            .countsWritesAsGenerations, "a generation stays while rows and states change, and a shadow keeps its own"),
        ReadModelMutation(
            .keepsWhatABodyUndoes,
            "each event takes effect once, through transactions that end in their middle, and with many at work"),
        ReadModelMutation(
            .losesDefinitions,
            "a projection of the same name and version is refused where its query or tables differ, naming how"),
        ReadModelMutation(
            .forgetsProjections,
            "two projections of one name are refused in one program, though all that is recorded of them is equal"),
        ReadModelMutation(
            .leavesTheLiveTables,
            "a new schema version is built beside the live model, which serves until it takes its place at one stroke"),
        ReadModelMutation(
            .losesTheStateOfTheShadow,
            "a rebuild can report how the live model differs, and takes its place at one stroke"),
        ReadModelMutation(
            .swallowsErrors,
            "a rebuild that was interrupted goes on where it was, and the live model serves meanwhile"),
        ReadModelMutation(
            .losesHalts, "an event that cannot be applied halts that projection alone, until it is retried or skipped"),
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
            } catch  where mutation == .keepsWhatABodyUndoes || mutation == .swallowsErrors {
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

    /// The live tables, where this is their shadow.
    var live: (any ReadModelReader)?

    func state() throws -> ReadModelState? { try base.state() }

    func generation() throws -> UInt64? {
        guard let generation = try base.generation() else { return nil }
        return switch mutation {
        case .sharesGenerations: try live?.generation() ?? generation
        case .takesGenerationsAgain: live == nil ? 1 : 2
        case .countsWritesAsGenerations: generation << 32 + (try base.state()?.checkpoint.position ?? 0)
        default: generation
        }
    }

    func shadow() throws -> any ReadModelReader {
        mutation == .takesTheLiveTablesForTheShadow
            ? self : MutantReader(base: try base.shadow(), mutation: mutation, live: base)
    }

    func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        let value = try base.value(for: mutation.key(key), in: mutation.table(table))
        return mutation == .takesEmptyForMissing && value?.isEmpty == true ? nil : value
    }

    func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        if mutation == .takesLongBounds {
            for case .inclusive(let key)? in [range.lower, range.upper] where key.count > 500 { return }
            for case .exclusive(let key)? in [range.lower, range.upper] where key.count > 500 { return }
        }
        let range = mutation.range(range)
        guard mutation == .ordersKeysAsSigned || mutation == .walksThroughWhatWasThere else {
            return try base.forEachRow(in: mutation.table(table), within: range) {
                try body($0, $1) || mutation == .ignoresTheEndOfAWalk
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

    /// The live tables, where this is their shadow.
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
        case .leavesTheLiveTables: try base.writableShadow().removeAll()
        case .losesTheStateOfTheShadow:
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
        if mutation == .keepsTheStateOfWhatIsRemoved, let state { try base.setState(state) }
    }
}

extension ReadModelMutation.Kind? {
    fileprivate func key(_ key: [UInt8]) -> [UInt8] { self == .cutsKeys ? [UInt8](key.prefix(499)) : key }

    /// The range through which a walk goes instead.
    fileprivate func range(_ range: RowRange) -> RowRange {
        var range = range
        switch (self, range.lower, range.upper) {
        case (.walksFromTheKeyItself, .exclusive(let key), _): range.lower = .inclusive(key)
        case (.walksBehindAnInclusiveBound, .inclusive(let key), _): range.lower = .exclusive(key)
        case (.walksToTheKeyItself, _, .exclusive(let key)): range.upper = .inclusive(key)
        case (.endsBeforeAnInclusiveBound, _, .inclusive(let key)): range.upper = .exclusive(key)
        case (.walksForwardAlone, _, _): range.isReversed = false
        case (.ignoresBoundsInReverse, _, _) where range.isReversed: range = RowRange(isReversed: true)
        default: break
        }
        return range
    }

    fileprivate func table(_ table: UInt8) -> UInt8 { self == .sharesTables ? table & 0x7F : table }
}
