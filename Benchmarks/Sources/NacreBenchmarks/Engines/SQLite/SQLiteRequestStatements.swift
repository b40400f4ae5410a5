/// The statements that read what one kind of request asks for, put together once.
struct SQLiteRequestStatements: Sendable {
    /// Upwards, from behind a number.
    let forward: String

    /// Downwards, from a number.
    let backward: String

    /// Of the whole log, by position.
    static let log = SQLiteRequestStatements("events", "", "position")

    /// Of a stream, by version.
    static let stream = SQLiteRequestStatements("events", "stream = ? AND ", "version")

    /// Of a type, by position.
    static let type = SQLiteRequestStatements("events", "type = ? AND ", "position")

    // The list goes first, whatever SQLite would choose: it is in the order that is asked for, so a limit ends it soon.

    /// Of a tag, by position.
    static let tag = SQLiteRequestStatements(
        "eventTags CROSS JOIN events USING (position)", "eventTags.tag = ? AND ", "eventTags.position")

    /// Of a category, by position.
    static let category = SQLiteRequestStatements(
        "eventCategories CROSS JOIN events USING (position)", "eventCategories.category = ? AND ",
        "eventCategories.position")

    private init(_ rows: String, _ filter: String, _ number: String) {
        let select = "SELECT \(SQLiteSchema.eventColumns) FROM \(rows) WHERE \(filter)\(number)"
        forward = "\(select) > ? ORDER BY \(number) LIMIT ?"
        backward = "\(select) <= ? ORDER BY \(number) DESC LIMIT ?"
    }
}
