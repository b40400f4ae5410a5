extension RowStage: ReadModelWriter {
    /// The stage itself.
    public var stage: RowStage? { self }

    /// The state of the model when the batch began.
    public func state() throws -> ReadModelState? { try base.state() }

    /// The generation of the tables.
    public func generation() throws -> UInt64? { try base.generation() }

    /// The value under a key, including the batch's changes.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Returns: The value; `nil` if there is none.
    /// - Throws: ``EventStoreError`` if the model cannot be read.
    public func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        let packed = PackedKey(key)
        let rows = try anyRows(of: table)
        if let known = try rows.bytes(for: packed) { return known }
        let value = try original(packed, in: table)
        rows.add(value, for: packed)
        count += 1
        return value
    }

    /// Sets the value under a key, in memory.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` if the key is too long.
    public func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try change(value, for: PackedKey(key), in: table)
    }

    /// Removes the row under a key, in memory.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` if the key is too long.
    public func removeValue(for key: [UInt8], in table: UInt8) throws {
        try change(nil, for: PackedKey(key), in: table)
    }

    private func change(_ value: [UInt8]?, for key: PackedKey, in table: UInt8) throws {
        try validate(key)
        if watch != nil { try countChange(of: key, in: table, exists: value != nil) }
        note(try anyRows(of: table).change(key, to: value, in: batch), of: key, in: table)
    }

    /// Calls a closure with the rows of a range, including the batch's changes, in either direction, until the
    /// closure returns `false`.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - range: The bounds of the keys, and the direction.
    ///   - body: Called with a key and a value. Returns whether to continue.
    /// - Throws: Any error that `body` throws; ``EventStoreError`` if a bound is too long or the model cannot be
    ///   read.
    public func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try range.validate()
        try checkDeclared(table)
        // The rows of the model and the changed rows are two ordered sequences, merged here.
        let limits = StagedLimits(range)
        var last: PackedKey?
        /// Visits the changed rows before a key, or all that are left.
        ///
        /// Returns whether to continue.
        func handOut(before end: PackedKey?) throws -> Bool {
            while let key = changedKey(after: last, within: limits, in: table),
                end.map({ limits.isReversed ? $0 < key : key < $0 }) ?? true
            {
                last = key
                guard case .some(.some(let row)) = try tables[Int(table)]?.bytes(for: key) else { continue }
                guard try body(key.bytes, row) else { return false }
            }
            return true
        }
        var isWanted = true
        try base.forEachRow(in: table, within: range) { key, value in
            let packed = PackedKey(key)
            isWanted = try handOut(before: packed)
            guard isWanted else { return false }
            last = packed
            if let changed = try tables[Int(table)]?.bytes(for: packed, changedIn: batch) {
                guard let row = changed else { return true }
                isWanted = try body(key, row)
            } else {
                isWanted = try body(key, value)
            }
            return isWanted
        }
        if isWanted { _ = try handOut(before: nil) }
    }

    /// Throws: a projection may only change rows.
    public func shadow() throws -> any ReadModelReader { throw Self.refused }

    /// Throws: a projection may only change rows.
    public func setState(_ state: ReadModelState) throws { throw Self.refused }

    /// Throws: a projection may only change rows.
    public func removeAll() throws { throw Self.refused }

    /// Throws: a projection may only change rows.
    public func writableShadow() throws -> any ReadModelWriter { throw Self.refused }

    /// Throws: a projection may only change rows.
    public func replaceByShadow() throws { throw Self.refused }

    private static var refused: EventStoreError {
        .invalid("a projection changes only the rows of its model: remove them one by one")
    }
}
