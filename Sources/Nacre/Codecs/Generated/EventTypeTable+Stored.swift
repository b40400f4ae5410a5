extension EventTypeTable {
    /// Creates the table of an enum whose cases are all known.
    ///
    /// - Parameters:
    ///   - event: The enum.
    ///   - names: Its cases.
    /// - Returns: The stored type of each case, and the table.
    /// - Throws: ``EventDeclarationError`` if the declaration is invalid.
    static func table(
        of event: (some StoredEvent).Type, cases names: [String]
    ) throws(EventDeclarationError) -> ([StoredCase], EventTypeTable) {
        let declared = event.storedTypes
        var types: [String: StoredEventType] = [:]
        for (name, type) in declared.cases {
            guard names.contains(name) else { throw .unknownCase(name, of: event) }
            guard types.updateValue(type, forKey: name) == nil else { throw .repeatedCase(name, of: event) }
        }
        let prefix = event.category.capitalizedASCII
        var stored: [StoredCase] = []
        var upcasters = declared.upcasters
        for name in names {
            let type = types[name] ?? StoredEventType()
            let new = StoredCase(name, type, prefix)
            if let other = stored.firstIndex(where: { $0.type == new.type }) {
                throw .repeatedType(new.type, [names[other], name], of: event)
            }
            stored.append(new)
            upcasters += type.upcasters(to: new)
        }
        do {
            return (
                stored,
                try EventTypeTable(stored.map { Declared(name: $0.type.text, schema: $0.schema) }, upcasting: upcasters)
            )
        } catch {
            throw EventDeclarationError(.upcasting, "\(event): \(error.message)")
        }
    }
}
