/// The cached rows of one table, with their row type.
@usableFromInline
struct StagedRows<Row: Sendable>: Sendable {
    /// The cached value of a key.
    @usableFromInline
    enum Value: Sendable {
        /// The key has no row.
        case nothing

        /// A row that is not decoded.
        case bytes([UInt8])

        /// A decoded row, which is encoded when it is written.
        case row(Row)
    }

    @usableFromInline var keys = StagedKeys()

    /// The value of each key, by its number.
    @usableFromInline var values: [Value] = []

    /// Calls a closure with the encoded rows of the given numbers; `nil` for a key without a row.
    ///
    /// It is a closure so that callers need not know the row type.
    @usableFromInline let encodeEach: @Sendable ([Value], [UInt32], ([UInt8]?) -> Void) throws -> Void

    /// - Parameter encode: Encodes a row.
    @inlinable
    init(encode: @escaping @Sendable (Row) throws -> [UInt8]) {
        encodeEach = { values, numbers, body in
            for number in numbers {
                switch values[Int(number)] {
                case .nothing: body(nil)
                case .bytes(let bytes): body(bytes)
                case .row(let row): body(try encode(row))
                }
            }
        }
    }

    /// Adds the value of a key that is not cached.
    @inlinable
    mutating func add(_ value: Value, for key: PackedKey, in batch: UInt32) {
        keys.add(key, in: batch)
        values.append(value)
    }

    /// Changes the value of a key.
    ///
    /// - Returns: Whether the key was not cached, and whether the batch has changed it before.
    @inlinable
    mutating func change(_ key: PackedKey, to value: Value, in batch: UInt32) -> (isNew: Bool, isAgain: Bool) {
        guard let number = keys.find(key) else {
            add(value, for: key, in: batch)
            return (true, false)
        }
        values[number] = value
        return (false, keys.change(number, in: batch))
    }

    /// The decoded row of a number; `nil` if there is none.
    @inlinable
    func row(_ number: Int) -> Row? {
        guard case .row(let row) = values[number] else { return nil }
        return row
    }

    /// Moves the decoded row of a number out.
    ///
    /// The caller must put it back.
    @inlinable
    mutating func takeRow(_ number: Int) -> Row {
        var value = Value.nothing
        swap(&value, &values[number])
        guard case .row(let row) = value else { preconditionFailure("a row is taken that was not decoded") }
        return row
    }

    /// Decodes the row of a number, if it is not decoded.
    ///
    /// - Returns: Whether there is a row.
    @inlinable
    mutating func decode(_ number: Int, _ decode: ([UInt8]) throws -> Row) rethrows -> Bool {
        switch values[number] {
        case .row: return true
        case .nothing: return false
        case .bytes(let bytes):
            values[number] = .row(try decode(bytes))
            return true
        }
    }

    /// Evicts the rows that a batch has not changed.
    mutating func keepOnly(changedIn batch: UInt32) {
        values = values.indices.filter { keys.entries[$0].batch == batch }.map { values[$0] }
        keys.keepOnly(changedIn: batch)
    }

    /// The bytes of a row; `nil` if there is none.
    @inlinable
    func bytes(_ number: Int) throws -> [UInt8]? {
        var found: [UInt8]?
        try encodeEach(values, [UInt32(number)]) { found = $0 }
        return found
    }

    /// The same rows for another row type.
    @inlinable
    func encoded<Other>(for encode: @escaping @Sendable (Other) throws -> [UInt8]) throws -> StagedRows<Other> {
        var rows = StagedRows<Other>(encode: encode)
        rows.keys = keys
        rows.values = try values.indices.map { number in try bytes(number).map { .bytes($0) } ?? .nothing }
        return rows
    }
}
