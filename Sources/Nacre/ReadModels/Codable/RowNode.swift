internal import Synchronization

/// The content encoded so far at one place of a row.
final class RowNode {
    /// An element of a list, or a field of a record.
    enum Slot {
        case value(RowValue)

        /// Content that may still grow.
        case node(RowNode)
    }

    private enum Content {
        case nothing
        case single(Slot)
        case list([Slot])
        case record([(name: String, slot: Slot)], absent: [String], isCoded: Bool)
    }

    private var content = Content.nothing

    /// Whether nothing was encoded.
    var isEmpty: Bool {
        if case .nothing = content { true } else { false }
    }

    /// The number of elements of the list.
    var count: Int {
        guard case .list(let slots) = content else { return 0 }
        return slots.count
    }

    /// Sets the content to a single value.
    func set(_ slot: Slot) {
        content = .single(slot)
    }

    /// Starts a list, unless the content is one already.
    func beginList() {
        if case .list = content { return }
        content = .list([])
    }

    /// Starts a record, unless the content is one already.
    func beginRecord() {
        if case .record = content { return }
        content = .record([], absent: [], isCoded: true)
    }

    /// Appends an element to the list.
    func append(_ slot: Slot) {
        guard case .list(var slots) = content else { return }
        // Moved out, to avoid a copy.
        content = .nothing
        slots.append(slot)
        content = .list(slots)
    }

    /// Adds a field; `nil` if it is known to be absent.
    func put(_ slot: Slot?, under key: some CodingKey) {
        guard case .record(var fields, var absent, let isCoded) = content else { return }
        content = .nothing
        if let slot { fields.append((key.stringValue, slot)) } else { absent.append(key.stringValue) }
        content = .record(fields, absent: absent, isCoded: isCoded && KeyKinds.areCases(key))
    }
}

extension RowNode {
    /// The value of the content.
    ///
    /// - Parameter depth: The number of enclosing lists and records.
    /// - Returns: The value.
    /// - Throws: `EncodingError` if it is nested too deeply to be decoded.
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
        guard depth >= RowValue.maxDepth else { return }
        throw EncodingError.invalidValue(
            depth,
            EncodingError.Context(
                codingPath: [], debugDescription: "it is nested deeper than \(RowValue.maxDepth) levels"))
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
    /// Creates a record with fields under codes, in the order in which they were added.
    ///
    /// `nil` if the record must use names: two keys of the type have the same code, or there is only one field. Enums
    /// with associated values have one field, and are distinguished by the key that is present.
    fileprivate init?(coding fields: [(name: String, value: RowValue)], absent: [String]) {
        // A lone field keeps its name, which may be the case of an enum: decoding has to list the row's names.
        guard fields.count > 1 else { return nil }
        let codes = (fields.map(\.name) + absent).map(Self.code)
        // Two fields with one code, absent ones included: store names instead. See PROJ-20.
        for (index, code) in codes.enumerated() where codes[..<index].contains(code) { return nil }
        self.fields = zip(codes, fields).map { Field(key: .code($0), value: $1.value) }
    }

    /// Creates a record with fields under names, sorted by name, because the order from a hash table is random.
    fileprivate init(naming fields: [(name: String, value: RowValue)]) {
        var values: [[UInt8]: (name: String, value: RowValue)] = [:]
        // If a field was added twice, the last value counts.
        for field in fields { values[[UInt8](field.name.utf8)] = field }
        self.fields = values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            Field(key: .name($0.value.name), value: $0.value.value)
        }
    }
}

/// Determines which coding-key types are enums.
///
/// If a type's coding keys are the cases of an enum, decoding requests each of them by name. Other coding keys can be
/// any text, such as the keys of a dictionary, so decoding needs the stored names.
private enum KeyKinds {
    private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

    static func areCases<Key: CodingKey>(_ key: Key) -> Bool {
        let type = ObjectIdentifier(Key.self)
        if let known = known.withLock({ $0[type] }) { return known }
        // Only cases of an enum are a fixed set; keys of a dictionary, for example, cannot be found by a code.
        let areCases = Mirror(reflecting: key).displayStyle == .enum
        known.withLock { $0[type] = areCases }
        return areCases
    }
}
