/// The limits that every read-model store enforces.
public enum ReadModelLimits {
    /// Maximum length of a model's name in bytes; the minimum is 1.
    public static let nameBytes = 64

    /// Maximum length of a key in bytes; the minimum is 0.
    public static let keyBytes = 500

    /// Validates the name of a model.
    ///
    /// - Parameter name: The name.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value.
    public static func validate(name: String) throws(EventStoreError) {
        let count = name.utf8.count
        guard (1...nameBytes).contains(count) else {
            throw .invalid("a read model's name is 1 to \(nameBytes) bytes of UTF-8, \(quoted(name)) has \(count)")
        }
    }

    /// Validates a key.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value.
    public static func validate(key: [UInt8]) throws(EventStoreError) {
        try validate(keyBytes: key.count)
    }

    @usableFromInline
    static func validate(keyBytes count: Int) throws(EventStoreError) {
        guard count <= keyBytes else {
            throw .invalid("a key of a read model is at most \(keyBytes) bytes, this has \(count)")
        }
    }
}
