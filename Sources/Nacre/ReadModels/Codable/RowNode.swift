internal import Synchronization

/// What an encoder has been handed so far, at one place of a row.
final class RowNode {
    /// A part of a list or a record.
    enum Slot {
        case value(RowValue)

        /// What may still grow.
        case node(RowNode)
    }

    private enum Content {
        case nothing
        case single(Slot)
        case list([Slot])
        case record([(name: String, slot: Slot)], absent: [String], isCoded: Bool)
    }

    private var content = Content.nothing

    /// Whether nothing was handed to it.
    var isEmpty: Bool {
        if case .nothing = content { true } else { false }
    }

    /// How many elements the list has.
    var count: Int {
        guard case .list(let slots) = content else { return 0 }
        return slots.count
    }

    /// Makes it a single value.
    func set(_ slot: Slot) {
        content = .single(slot)
    }

    /// Makes it a list, if it is not one yet.
    func beginList() {
        if case .list = content { return }
        content = .list([])
    }

    /// Makes it a record, if it is not one yet.
    func beginRecord() {
        if case .record = content { return }
        content = .record([], absent: [], isCoded: true)
    }

    /// Appends to the list.
    func append(_ slot: Slot) {
        guard case .list(var slots) = content else { return }
        // Taken out, so that it is not copied.
        content = .nothing
        slots.append(slot)
        content = .list(slots)
    }

    /// Puts something under a key; `nil` where it is known that there is nothing.
    func put(_ slot: Slot?, under key: some CodingKey) {
        guard case .record(var fields, var absent, let isCoded) = content else { return }
        content = .nothing
        if let slot { fields.append((key.stringValue, slot)) } else { absent.append(key.stringValue) }
        content = .record(fields, absent: absent, isCoded: isCoded && KeyKinds.areCases(key))
    }
}

extension RowNode {
    /// What it has become.
    ///
    /// - Parameter depth: In how many lists and records it is.
    /// - Returns: The value.
    /// - Throws: `EncodingError` where it is nested too deeply to be read again.
    func value(depth: Int = 0) throws -> RowValue {
        switch content {
        case .nothing: return .record(RowRecord())
        case .single(let slot): return try slot.value(depth: depth)
        case .list(let slots):
            try Self.check(depth: depth)
            return .list(try slots.map { try $0.value(depth: depth + 1) })
        case .record(let fields, let absent, let isCoded):
            try Self.check(depth: depth)
            let values = try fields.map { (name: $0.name, value: try $0.slot.value(depth: depth + 1)) }
            return .record(
                (isCoded ? RowRecord(coding: values, absent: absent) : nil) ?? RowRecord(naming: values))
        }
    }

    private static func check(depth: Int) throws {
        guard depth >= RowValue.greatestDepth else { return }
        throw EncodingError.invalidValue(
            depth,
            EncodingError.Context(
                codingPath: [], debugDescription: "it is nested in more than \(RowValue.greatestDepth) levels"))
    }
}

extension RowNode.Slot {
    func value(depth: Int) throws -> RowValue {
        switch self {
        case .value(let value): value
        case .node(let node): try node.value(depth: depth)
        }
    }
}

extension RowRecord {
    /// Makes a record whose fields stand under their codes, in the order in which they were put.
    ///
    /// `nil` where it had better have names: two keys of the type have one code; or it has one field alone, as the cases
    /// of enums with values have: they are distinguished by the key that is present.
    fileprivate init?(coding fields: [(name: String, value: RowValue)], absent: [String]) {
        guard fields.count > 1 else { return nil }
        let codes = (fields.map(\.name) + absent).map(Self.code)
        for (index, code) in codes.enumerated() where codes[..<index].contains(code) { return nil }
        self.fields = zip(codes, fields).map { Field(key: .code($0), value: $1.value) }
    }

    /// Makes a record whose fields stand under their names, ordered by these: of what comes out of a hash table, the order
    /// is another one each time.
    fileprivate init(naming fields: [(name: String, value: RowValue)]) {
        var values: [[UInt8]: (name: String, value: RowValue)] = [:]
        // What is put twice counts as it was put last.
        for field in fields { values[[UInt8](field.name.utf8)] = field }
        self.fields = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            Field(key: .name($0.value.name), value: $0.value.value)
        }
    }
}

/// Which types of keys are enums, whose cases a type lists and asks for one by one; others are made of any text, as those of
/// dictionaries, and a reader has to be told which there are.
private enum KeyKinds {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    static func areCases<Key: CodingKey>(_ key: Key) -> Bool {
        let type = ObjectIdentifier(Key.self)
        if let known = known.withLock({ $0[type] }) { return known }
        let areCases = Mirror(reflecting: key).displayStyle == .enum
        known.withLock { $0[type] = areCases }
        return areCases
    }
}
