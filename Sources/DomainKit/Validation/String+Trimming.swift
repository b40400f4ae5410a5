extension String {
    /// The text without the white space around it.
    ///
    /// White space is what Unicode gives the property `White_Space`: blanks of all widths, tabs, line breaks.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        var kept = unicodeScalars.drop(while: isBlank)
        while let last = kept.last, isBlank(last) { kept.removeLast() }
        return String(kept)
    }
}
