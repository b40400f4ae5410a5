/// The stored type of an enum case.
struct StoredCase {
    let type: EventType
    let schema: Int

    init(type: EventType, schema: Int) {
        self.type = type
        self.schema = schema
    }

    /// The declared type; by default, the prefix and the capitalised name.
    init(_ name: String, _ declared: StoredEventType, _ prefix: String) {
        type = declared.name ?? EventType(prefix + name.capitalizedASCII)
        // Each step leads from one schema to the next, beginning with 1.
        schema = declared.steps.count + 1
    }
}

extension String {
    /// The text with its first letter capitalised, if it is an ASCII letter.
    ///
    /// Stored names must not depend on Unicode tables.
    var capitalizedASCII: String {
        guard let first = utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return self }
        return String(UnicodeScalar(first - 0x20)) + String(Substring(utf8.dropFirst()))
    }
}

extension StoredEventType {
    /// The upcasters to the current type and schema.
    func upcasters(to stored: StoredCase) -> [Upcaster] {
        steps.enumerated().map { Upcaster(stored.type, from: $0 + 1, $1) }
            // Events under a former name are renamed first, then take the steps of the present name.
            + formerNames.flatMap { name in
                (1...stored.schema).map { Upcaster(name, from: $0, becoming: stored.type, of: $0) }
            }
    }
}
