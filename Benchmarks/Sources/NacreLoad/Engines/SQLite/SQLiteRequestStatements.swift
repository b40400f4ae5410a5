/// The prepared SQL of one kind of request.
struct SQLiteRequestStatements: Sendable {
    /// Upwards, after a number.
    let forward: String

    /// Downwards, from a number.
    let backward: String

    static let log = SQLiteRequestStatements("events", "", "position")
    static let stream = SQLiteRequestStatements("events", "stream = ? AND ", "version")
    static let type = SQLiteRequestStatements("events", "type = ? AND ", "position")

    // The list must be the outer loop, whatever the planner prefers: it has the requested order, so that a limit ends
    // it early.
    static let tag = SQLiteRequestStatements(
        "eventTags CROSS JOIN events USING (position)", "eventTags.tag = ? AND ", "eventTags.position")

    static let category = SQLiteRequestStatements(
        "eventCategories CROSS JOIN events USING (position)", "eventCategories.category = ? AND ",
        "eventCategories.position")

    private init(_ rows: String, _ filter: String, _ number: String) {
        let select = "SELECT \(SQLiteSchema.eventColumns) FROM \(rows) WHERE \(filter)\(number)"
        forward = "\(select) > ? ORDER BY \(number) LIMIT ?"
        backward = "\(select) <= ? ORDER BY \(number) DESC LIMIT ?"
    }
}
