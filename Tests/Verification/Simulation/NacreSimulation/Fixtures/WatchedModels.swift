import Nacre
import NacreTesting

/// Read models as a program uses them, and what of its doings must not be: to discard tables in which nothing is damaged,
/// or to go back to an older schema version.
struct WatchedModels: ReadModelStore {
    private let base: any ReadModelStore
    let findings: Shared<[String]>

    init(_ base: any ReadModelStore, _ findings: Shared<[String]> = Shared([])) {
        self.base = base
        self.findings = findings
    }

    func check() throws {
        if let finding = findings.value.first { throw Broken(description: finding) }
    }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { try body(Writer(base: $0, findings: findings)) }
    }

    func close() { base.close() }

    private struct Writer: ReadModelWriter {
        let base: any ReadModelWriter
        let findings: Shared<[String]>
        var isShadow = false

        func removeAll() throws {
            if !isShadow, isSound { findings.change { $0.append("sound tables were discarded") } }
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

        private var isSound: Bool {
            do {
                guard let state = try base.state(), state.checkpoint.position > 0 else { return false }
                _ = try base.value(for: [0], in: 0)
                return true
            } catch {
                return false
            }
        }

        func state() throws -> ReadModelState? { try base.state() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(in table: UInt8, after: [UInt8]?, _ body: ([UInt8], [UInt8]) throws -> Bool) throws {
            try base.forEachRow(in: table, after: after, body)
        }
        func setState(_ state: ReadModelState) throws { try base.setState(state) }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws { try base.removeValue(for: key, in: table) }
        func writableShadow() throws -> any ReadModelWriter {
            Writer(base: try base.writableShadow(), findings: findings, isShadow: true)
        }
    }
}
