import Nacre
import NacreTesting

/// Watches a program's use of read models for forbidden actions: to discard undamaged tables,
/// unless they are an unfinished shadow of an older version, or to return to an older schema version.
struct WatchedModels: ReadModelStore {
    private let base: any ReadModelStore
    private let version: Int
    private let findings: Shared<[String]>

    /// Watches the actions of a program.
    ///
    /// - Parameters:
    ///   - base: The store.
    ///   - version: The schema version of the program's projection.
    ///   - findings: Forbidden actions are added to these.
    init(_ base: any ReadModelStore, usedBy version: Int, _ findings: Shared<[String]>) {
        self.base = base
        self.version = version
        self.findings = findings
    }

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { try body(Writer(base: $0, version: version, findings: findings)) }
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private struct Writer: ReadModelWriter {
        let base: any ReadModelWriter
        let version: Int
        let findings: Shared<[String]>
        var isShadow = false

        func removeAll() throws {
            if let found = soundVersion, !isShadow || found >= version {
                let tables = isShadow ? "tables that were being built" : "tables"
                findings.change { $0.append("version \(version) has discarded sound \(tables) of version \(found)") }
            }
            try base.removeAll()
        }

        func replaceByShadow() throws {
            if let old = try? base.state()?.schemaVersion, let new = try? base.shadow().state()?.schemaVersion,
                new < old
            {
                findings.change { $0.append("version \(new) has taken the place of version \(old)") }
            }
            try base.replaceByShadow()
        }

        /// The version of the tables; `nil` if they are damaged or empty.
        private var soundVersion: Int? {
            do {
                guard let state = try base.state(), state.checkpoint.position > 0 else { return nil }
                _ = try base.value(for: [0], in: 0)
                return state.schemaVersion
            } catch {
                return nil
            }
        }

        func state() throws -> ReadModelState? { try base.state() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try base.forEachRow(in: table, within: range, body)
        }
        func setState(_ state: ReadModelState) throws { try base.setState(state) }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws { try base.removeValue(for: key, in: table) }
        func writableShadow() throws -> any ReadModelWriter {
            Writer(base: try base.writableShadow(), version: version, findings: findings, isShadow: true)
        }
    }
}
