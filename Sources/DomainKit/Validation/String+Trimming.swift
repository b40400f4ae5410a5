extension String {
    /// The text without white space at its start and end.
    ///
    /// White space is defined by the Unicode property `White_Space`: spaces of all widths, tabs, line breaks.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var kept = unicodeScalars.drop(while: isBlank)
        while let last = kept.last, isBlank(last) { kept.removeLast() }
        return String(kept)
    }
}
