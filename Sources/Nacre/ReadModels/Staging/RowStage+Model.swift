extension RowStage: ReadModelWriter {
    /// Itself: tables keep their rows here.
    public var stage: RowStage? { self }

    /// What the model had applied when the batch began.
    public func state() throws -> ReadModelState? { try base.state() }

    /// What tells these tables from others.
    public func generation() throws -> UInt64? { try base.generation() }

    /// The value under a key, as the batch has left it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Returns: The value; `nil` where there is none.
    /// - Throws: ``EventStoreError`` where the model cannot be read.
    public func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? {
        let packed = PackedKey(key)
        let rows = try anyRows(of: table)
        if let known = try rows.bytes(for: packed) { return known }
        let value = try original(packed, in: table)
        rows.add(value, for: packed)
        count += 1
        return value
    }

    /// Puts a value under a key, in memory.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` where the key is too long.
    public func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
        try change(value, for: PackedKey(key), in: table)
    }

    /// Removes the row under a key, in memory.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The table.
    /// - Throws: ``EventStoreError`` where the key is too long.
    public func removeValue(for key: [UInt8], in table: UInt8) throws {
        try change(nil, for: PackedKey(key), in: table)
    }

    private func change(_ value: [UInt8]?, for key: PackedKey, in table: UInt8) throws {
        try validate(key)
        note(try anyRows(of: table).change(key, to: value, in: batch), of: key, in: table)
    }

    /// Walks through rows of a table, as the batch has left them, in the order of their keys or in the reverse order.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - range: Between which keys, and in which direction.
    ///   - body: Takes a key and a value; answers whether to go on.
    /// - Throws: What `body` throws, and ``EventStoreError`` where a bound is too long or the model cannot be read.
    public func forEachRow(
        in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
    ) throws {
        try range.validate()
        try checkDeclared(table)
        let limits = StagedLimits(range)
        var last: PackedKey?
        /// Hands out what was put before a key, or all the rest; answers whether to go on.
        func handOut(before end: PackedKey?) throws -> Bool {
            while let key = changedKey(behind: last, within: limits, in: table),
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

    /// Refused: a batch changes rows.
    public func shadow() throws -> any ReadModelReader { throw Self.refused }

    /// Refused: a batch changes rows.
    public func setState(_ state: ReadModelState) throws { throw Self.refused }

    /// Refused: a batch changes rows.
    public func removeAll() throws { throw Self.refused }

    /// Refused: a batch changes rows.
    public func writableShadow() throws -> any ReadModelWriter { throw Self.refused }

    /// Refused: a batch changes rows.
    public func replaceByShadow() throws { throw Self.refused }

    private static var refused: EventStoreError {
        .invalid("a projection changes rows, and nothing else of its model: remove them one by one")
    }
}
