import Synchronization

/// The tables of all event enums in use.
///
/// Each is created and validated once.
private let tables = Mutex<[ObjectIdentifier: Result<CodableEventTable, EventDeclarationError>]>([:])

extension CodableEventTable {
    /// The table of an enum.
    ///
    /// - Parameter event: The enum.
    /// - Returns: The table, or the error in the declaration.
    static func shared(
        for event: (some StoredEvent & Codable).Type
    ) -> Result<CodableEventTable, EventDeclarationError> {
        let key = ObjectIdentifier(event)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Created outside the lock, because the type's own code may request other tables.
        let table = Result { () throws(EventDeclarationError) in try CodableEventTable(event) }
        return tables.withLock { tables in
            if let first = tables[key] { return first }
            tables[key] = table
            return table
        }
    }
}
