import DomainKit
import Nacre

/// The texts that criteria are given as, in options and in forms.
package enum CriterionText {
    /// The beginning of an id, or a whole one.
    ///
    /// - Throws: ``CriterionError``.
    package static func id(_ text: String) throws -> IDPrefix {
        guard let id = IDPrefix(text) else {
            throw CriterionError("\(quoted(text)) is not an id, nor its beginning: give 1 to 32 hexadecimal digits")
        }
        return id
    }

    /// A condition on a value, such as `data.name=README.md`.
    ///
    /// - Throws: ``CriterionError``; `JSONError` if a string in brackets is no JSON string.
    package static func field(_ text: String) throws -> FieldCondition {
        do {
            return try FieldCondition(parsing: text)
        } catch let error as JSONPathError {
            throw CriterionError(error.description)
        }
    }

    /// A time such as `2026-05-01T12:00:00Z`, or a day such as `2026-05-01`.
    ///
    /// - Throws: ``CriterionError``.
    package static func moment(_ text: String) throws -> TimeBound {
        do {
            return try TimeBound(parsing: text)
        } catch {
            throw CriterionError(
                "\(quoted(text)) is neither a time such as 2026-05-01T12:00:00Z nor a day such as 2026-05-01: \(error)")
        }
    }
}

/// A text that is no criterion.
package struct CriterionError: Error, CustomStringConvertible {
    /// What the text is not, with an example of what it may be.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
