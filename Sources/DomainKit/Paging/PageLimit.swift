/// How many elements a page may hold.
public enum PageLimit {
    /// The fewest and the most elements that can be asked for.
    public static let allowed = 1...1000

    /// How many elements a page holds where nobody asks for a number.
    public static let standard = 100

    /// Judges the number of elements asked for.
    ///
    /// - Parameter limit: The number asked for.
    /// - Returns: The same number.
    /// - Throws: ``ValidationError`` where it is outside of ``allowed``.
    public static func validated(_ limit: Int) throws(ValidationError) -> Int {
        try Rule.within(allowed).validate(limit, field: "limit")
        return limit
    }
}
