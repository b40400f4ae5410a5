import Synchronization

/// The tables of all enums of events that were used, so that each is made and judged once.
private let tables = Mutex<[ObjectIdentifier: Result<CodableEventTable, EventDeclarationError>]>([:])

extension CodableEventTable {
    /// The table of an enum.
    ///
    /// - Parameter event: The enum.
    /// - Returns: The table, or what is wrong with the declaration.
    static func shared(
        for event: (some StoredEvent & Codable).Type
    ) -> Result<CodableEventTable, EventDeclarationError> {
        let key = ObjectIdentifier(event)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Made outside of the lock: what the type itself does on the way may ask for other tables.
        let table = Result { () throws(EventDeclarationError) in try CodableEventTable(event) }
        return tables.withLock { tables in
            if let first = tables[key] { return first }
            tables[key] = table
            return table
        }
    }
}
