internal import Nacre
internal import Synchronization

/// A read model store in which every other write is interrupted, as by a crash: after the rows have changed and before
/// the state is written.
final class InterruptedModels: ReadModelStore {
    private let base: any ReadModelStore
    private let states: Mutex<Int>

    /// - Parameters:
    ///   - base: The store.
    ///   - sparing: How many states are written before the first interruption.
    init(_ base: any ReadModelStore, sparing: Int = 0) {
        self.base = base
        states = Mutex(-sparing)
    }

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { writer in
            try body(
                Writer(base: writer) {
                    let count = self.states.withLock { states in
                        states += 1
                        return states
                    }
                    if count > 0, count % 2 == 1 { throw Refusal() }
                })
        }
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private struct Writer: ReadModelWriter {
        let base: any ReadModelWriter
        let interrupt: () throws -> Void

        func state() throws -> ReadModelState? { try base.state() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try base.forEachRow(in: table, within: range, body)
        }
        func setState(_ state: ReadModelState) throws {
            try interrupt()
            try base.setState(state)
        }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws { try base.removeValue(for: key, in: table) }
        func removeAll() throws { try base.removeAll() }
        func writableShadow() throws -> any ReadModelWriter {
            Writer(base: try base.writableShadow(), interrupt: interrupt)
        }
        func replaceByShadow() throws { try base.replaceByShadow() }
    }
}
