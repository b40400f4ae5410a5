struct RowKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]

    private let decoding: RowDecoding
    private let record: RowRecord

    /// The indexes of the fields, if the record is large.
    private let places: [RowRecord.Key: Int]?

    /// The maximum number of fields that are searched linearly.
    private static var fewFields: Int { 16 }

    init(of record: RowRecord, at path: [any CodingKey], in decoding: RowDecoding) {
        codingPath = path
        self.decoding = decoding
        self.record = record
        // For few fields a linear search is faster than a dictionary.
        places =
            record.fields.count <= Self.fewFields
            ? nil : Dictionary(record.fields.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var allKeys: [Key] {
        guard isCoded else {
            return record.fields.compactMap { field in
                guard case .name(let name) = field.key else { return nil }
                return Key(stringValue: name)
            }
        }
        if let type = Key.self as? any CaseIterable.Type {
            return Self.cases(of: type).compactMap { $0 as? Key }.filter { contains($0) }
        }
        // The protocol does not allow throwing here; the error is thrown when decoding ends.
        decoding.error = .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: """
                    it tests which fields a row has, but a row of several fields stores no names: decode each field by name, \
                    or make the key type \(Key.self) CaseIterable
                    """))
        return []
    }

    private static func cases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] { Array(type.allCases) }

    /// Whether fields are stored under codes.
    private var isCoded: Bool {
        if case .code? = record.fields.first?.key { true } else { false }
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decoded(as: type, at: codingPath + [key], in: decoding)
    }

    // A separate name, so that the overloads for single types do not call themselves.
    func scalar<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value { try decode(type, forKey: key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try nested(RowKey.base) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

    private func nested(_ key: some CodingKey) throws -> RowValueDecoder {
        RowValueDecoder(value: try value(key), codingPath: codingPath + [key], decoding: decoding)
    }

    private func value(_ key: some CodingKey) throws -> RowValue {
        if let value = find(key) { return value }
        throw DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "the row has no field \(quoted(key.stringValue))"))
    }

    private func find(_ key: some CodingKey) -> RowValue? {
        let name = key.stringValue
        return find(isCoded ? .code(RowRecord.code(of: name)) : .name(name))
    }

    private func find(_ key: RowRecord.Key) -> RowValue? {
        if let places { return places[key].map { record.fields[$0].value } }
        return record.fields.first { $0.key == key }?.value
    }
}

struct RowUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    let values: [RowValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    private let decoding: RowDecoding

    init(values: [RowValue], codingPath: [any CodingKey], decoding: RowDecoding) {
        self.values = values
        self.codingPath = codingPath
        self.decoding = decoding
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Never.self) == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try current(type).decoded(
            as: type, at: codingPath + [RowKey.index(currentIndex)], in: decoding)
        currentIndex += 1
        return value
    }

    mutating func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try nested().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try nested().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try nested()
        currentIndex += 1
        return decoder
    }

    private func nested() throws -> RowValueDecoder {
        RowValueDecoder(
            value: try current((any Decoder).self), codingPath: codingPath + [RowKey.index(currentIndex)],
            decoding: decoding)
    }

    private func current(_ type: Any.Type) throws -> RowValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: codingPath + [RowKey.index(currentIndex)],
                    debugDescription: "the row's list ends after \(values.count) values"))
        }
        return values[currentIndex]
    }
}

struct RowSingleValueDecodingContainer: SingleValueDecodingContainer {
    let value: RowValue
    let codingPath: [any CodingKey]
    let decoding: RowDecoding

    func decodeNil() -> Bool { value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try value.decoded(as: type, at: codingPath + [RowKey.wrapped], in: decoding)
    }

    func scalar<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type) }
}
