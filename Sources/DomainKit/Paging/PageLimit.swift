/// The number of elements on a page.
public enum PageLimit {
    /// The allowed number of elements.
    public static let allowed = 1...1000

    /// The default number of elements.
    public static let standard = 100

    /// Validates a requested number of elements.
    ///
    /// - Parameter limit: The requested number.
    /// - Returns: The same number.
    /// - Throws: ``ValidationError`` if it is not in ``allowed``.
    public static func validated(_ limit: Int) throws(ValidationError) -> Int {
        try Rule.within(allowed).validate(limit, field: "limit")
        return limit
    }
}
