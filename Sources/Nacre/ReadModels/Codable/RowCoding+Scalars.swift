// The standard library's defaults for these types would be chosen over the generic methods. Those defaults silently
// skip `nil`, and refuse 128-bit numbers.
extension RowKeyedEncodingContainer {
    mutating func encode(_ value: Int128, forKey key: Key) throws { node.put(.value(value.rowValue), under: key) }

    mutating func encode(_ value: UInt128, forKey key: Key) throws { node.put(.value(value.rowValue), under: key) }

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { put(value, key) }
    mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { put(value, key) }

    private func put(_ value: (some RowScalar)?, _ key: Key) {
        node.put(value.map { .value($0.rowValue) }, under: key)
    }
}

extension RowUnkeyedEncodingContainer {
    mutating func encode(_ value: Int128) throws { node.append(.value(value.rowValue)) }

    mutating func encode(_ value: UInt128) throws { node.append(.value(value.rowValue)) }

}

extension RowSingleValueEncodingContainer {
    mutating func encode(_ value: Int128) throws { node.set(.value(value.rowValue)) }

    mutating func encode(_ value: UInt128) throws { node.set(.value(value.rowValue)) }

}

extension RowKeyedDecodingContainer {
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }
}

extension RowUnkeyedDecodingContainer {
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}

extension RowSingleValueDecodingContainer {
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }

    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}
