import ItemsDomain

/// An item as it is named on the command line: by its id, or by the beginning of its id.
enum ItemReference: Hashable, Sendable {
    /// The whole id.
    case id(ItemID)

    /// The beginning, in lower case, with hyphens as in an id.
    case beginning(String)

    /// The fewest digits of a beginning.
    private static let fewestDigits = 4

    /// The number of digits of an id.
    private static let digits = 32

    /// Parses a reference.
    ///
    /// - Throws: `ValidationError` if the text is neither an id nor the beginning of one.
    @Sendable
    static func parse(_ text: String) throws -> ItemReference {
        let digits = text.lowercased().filter { $0 != "-" }
        guard (fewestDigits..<Self.digits).contains(digits.count), digits.utf8.allSatisfy(\.isHexadecimal),
            case let beginning = withHyphens(digits), !text.contains("-") || beginning.hasPrefix(text.lowercased())
        else { return .id(try ItemArgument.parse(text)) }
        return .beginning(beginning)
    }

    /// The digits with the hyphens of an id between them.
    private static func withHyphens(_ digits: String) -> String {
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        // A hyphen may be the last sign given.
        return [8, 12, 16, 20].contains(digits.count) ? text + "-" : text
    }
}

extension UInt8 {
    /// Whether it is a hexadecimal digit in lower case.
    fileprivate var isHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
