/// What is kept in memory of the rows of one table, in the form in which the table's users have them.
@usableFromInline
struct StagedRows<Row: Sendable>: Sendable {
    /// What is under a key.
    @usableFromInline
    enum Value: Sendable {
        /// No row.
        case nothing

        /// A row of which only the bytes are known.
        case bytes([UInt8])

        /// A row whose bytes are made when they are wanted.
        case row(Row)
    }

    @usableFromInline var keys = StagedKeys()

    /// What is under each key, by its number.
    @usableFromInline var values: [Value] = []

    /// Hands out the bytes of values by their numbers: none where there is no row.
    ///
    /// A closure, which knows the form of the rows: whoever calls it does not.
    @usableFromInline let encodeEach: @Sendable ([Value], [UInt32], ([UInt8]?) -> Void) throws -> Void

    /// - Parameter encode: Writes a row.
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

    /// Keeps what is under a key of which nothing is known.
    @inlinable
    mutating func add(_ value: Value, for key: PackedKey, in batch: UInt32) {
        keys.add(key, in: batch)
        values.append(value)
    }

    /// Changes what is under a key.
    ///
    /// - Returns: Whether nothing was known of the key, and whether the batch has changed it before.
    @inlinable
    mutating func change(_ key: PackedKey, to value: Value, in batch: UInt32) -> (isNew: Bool, isAgain: Bool) {
        guard let number = keys.find(key) else {
            add(value, for: key, in: batch)
            return (true, false)
        }
        values[number] = value
        return (false, keys.change(number, in: batch))
    }

    /// The row of a number; `nil` where none is known in this form.
    @inlinable
    func row(_ number: Int) -> Row? {
        guard case .row(let row) = values[number] else { return nil }
        return row
    }

    /// Takes the row of a number out, which is there and decoded, and has to be put back.
    @inlinable
    mutating func takeRow(_ number: Int) -> Row {
        var value = Value.nothing
        swap(&value, &values[number])
        guard case .row(let row) = value else { preconditionFailure("a row that was not decoded is taken out") }
        return row
    }

    /// Decodes the row of a number, where only its bytes are known.
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

    /// Lets go of what a batch has not changed.
    mutating func keepOnly(changedIn batch: UInt32) {
        values = values.indices.filter { keys.entries[$0].batch == batch }.map { values[$0] }
        keys.keepOnly(changedIn: batch)
    }

    /// The bytes of a row; `nil` where there is none.
    @inlinable
    func bytes(_ number: Int) throws -> [UInt8]? {
        var found: [UInt8]?
        try encodeEach(values, [UInt32(number)]) { found = $0 }
        return found
    }

    /// The same rows as the users of another form have them.
    @inlinable
    func encoded<Other>(for encode: @escaping @Sendable (Other) throws -> [UInt8]) throws -> StagedRows<Other> {
        var rows = StagedRows<Other>(encode: encode)
        rows.keys = keys
        rows.values = try values.indices.map { number in try bytes(number).map { .bytes($0) } ?? .nothing }
        return rows
    }
}
