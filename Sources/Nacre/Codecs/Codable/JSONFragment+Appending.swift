extension JSONFragment {
    /// Writes the key of the next member.
    func key(_ key: some CodingKey) {
        writer.key(key.stringValue)
    }

    /// Appends a string, number or Boolean to the object or array.
    func append(_ scalar: some JSONScalar) throws {
        do {
            try scalar.write(to: &writer)
        } catch {
            throw EncodingError.invalidValue(
                scalar,
                EncodingError.Context(codingPath: [], debugDescription: error.reason, underlyingError: error))
        }
    }

    /// Appends `null` to the object or array.
    func appendNull() {
        writer.null()
    }

    /// Appends a value of any type to the object or array.
    func append<Value: Encodable>(_ value: Value) throws {
        if FoundationScalars.contain(Value.self), let scalar = value as? any JSONScalar {
            return try append(scalar)
        }
        try appendInside { try $0.write(value) }
    }

    /// Writes a dictionary sorted by key, because its own order differs between processes.
    func fill(with dictionary: any StringKeyed) throws {
        open(.object)
        try dictionary.forEachInOrder { key, value in
            let key = JSONKey(key)
            self.key(key)
            try Self.under(key) { try append(value) }
        }
    }

    /// Passes the writer to a nested value and takes it back.
    private func appendInside(_ write: (JSONFragment) throws -> Void) throws {
        // After a failure, such as too deep nesting, do not go deeper.
        if let failure { throw failure }
        let inside = JSONFragment(depth: depth + 1)
        // The nested value writes into the same buffer: the writer is moved in and out, not copied.
        swap(&inside.writer, &writer)
        swap(&inside.later, &later)
        defer {
            swap(&inside.writer, &writer)
            swap(&inside.later, &later)
        }
        try write(inside)
        inside.close()
        if let failure = inside.failure { throw failure }
    }

    /// Reserves a place for a value that is written later.
    func appendLater() -> JSONFragment {
        let fragment = JSONFragment(depth: depth + 1)
        writer.value { _ in }
        // Containers may be filled after their siblings, so their bytes are inserted at the end.
        later.append((writer.bytes.count, fragment))
        return fragment
    }

    /// Adds the key of a member or element to the coding path of errors.
    static func under<Result>(_ key: @autoclosure () -> any CodingKey, _ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let EncodingError.invalidValue(value, context) {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [key()] + context.codingPath, debugDescription: context.debugDescription,
                    underlyingError: context.underlyingError))
        }
    }
}

/// A dictionary with `String` keys, which becomes a JSON object.
protocol StringKeyed {
    func forEachInOrder(_ body: (String, any Encodable) throws -> Void) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
    func forEachInOrder(_ body: (String, any Encodable) throws -> Void) throws {
        // In byte order, so that equal dictionaries have equal bytes.
        for (key, value) in sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { try body(key, value) }
    }
}
