import PresentationKit

extension String {
    /// A message of a rule or an error as sentences: what is wrong, then the remedy.
    ///
    /// - Parameter subject: What stands before the message: `The password`.
    /// - Returns: `The password has 5 characters, at least 12 are needed. Lengthen it.`
    func sentences(about subject: String = "") -> String {
        let words = replacing("Unicode scalars", with: "characters").replacing("bytes of UTF-8", with: "characters")
            .replacing("has 1 characters", with: "has 1 character")
        let text = subject.isEmpty ? words : "\(subject) \(words)"
        guard let colon = text.firstRange(of: ": ") else { return "\(text.capitalizedFirst)." }
        return "\(text[..<colon.lowerBound].capitalizedFirst). \(text[colon.upperBound...].capitalizedFirst)."
    }

    /// The beginning of a user's text, for messages.
    var shortened: String { count > 60 ? "\(prefix(59))…" : self }

    /// A user's text within other text that is no HTML: marks of the writing direction end with it.
    var isolated: String { "\u{2068}\(self)\u{2069}" }
}

extension StringProtocol {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension PresentedError {
    /// The message as sentences.
    var sentences: String { message.sentences() }
}

extension ScreenContent {
    // PAGE-32: A screen is made of contents that templates name.

    init(titled title: String, isInvalid: Bool = false, _ parts: [Part]) {
        self.init(title: "\(title) · Nacre", parts: parts, isInvalid: isInvalid)
    }
}
