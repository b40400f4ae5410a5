/// A key of a keyboard, as https://www.w3.org/TR/webdriver2/#keyboard-actions has it.
package struct Key: Sendable, Hashable {
    /// The key's character.
    package let character: Character

    /// The key of a character.
    package init(_ character: Character) { self.character = character }

    package static let backspace = Self("\u{E003}")
    package static let tab = Self("\u{E004}")
    package static let enter = Self("\u{E007}")
    package static let shift = Self("\u{E008}")
    package static let control = Self("\u{E009}")
    package static let alt = Self("\u{E00A}")
    package static let escape = Self("\u{E00C}")
    package static let space = Self(" ")
    package static let pageUp = Self("\u{E00E}")
    package static let pageDown = Self("\u{E00F}")
    package static let end = Self("\u{E010}")
    package static let home = Self("\u{E011}")
    package static let left = Self("\u{E012}")
    package static let up = Self("\u{E013}")
    package static let right = Self("\u{E014}")
    package static let down = Self("\u{E015}")
    package static let delete = Self("\u{E017}")
}
