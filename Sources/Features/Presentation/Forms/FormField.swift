public import DomainKit

/// A field of a form: what was typed, and every rule that it breaks.
public struct FormField: Sendable, Equatable {
    // PRES-02: Fields are validated while typing, by the values of the domain.

    /// What was typed.
    public private(set) var text: String

    /// The rules that the text breaks, each with the remedy, as phrases that follow the field's name.
    public private(set) var messages: [String] = []

    /// Creates a field that was not validated yet.
    ///
    /// - Parameter text: Its first text.
    public init(_ text: String = "") {
        self.text = text
    }

    /// Whether nothing is wrong with the text, as far as it was validated.
    public var isValid: Bool { messages.isEmpty }

    /// Takes over what was typed.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - validate: Creates the domain's value from the text.
    public mutating func type(_ text: String, validating validate: (String) throws(ValidationError) -> Void) {
        self.text = text
        messages = Self.failures(of: validate, on: text).map(\.message)
    }

    /// Validates the text as it is.
    ///
    /// - Parameter validate: Creates the domain's value from the text.
    public mutating func validate(_ validate: (String) throws(ValidationError) -> Void) {
        type(text, validating: validate)
    }

    /// Shows what a use case found to be wrong with the field.
    ///
    /// - Parameters:
    ///   - error: The failures of a whole input.
    ///   - name: The name of the field in the input.
    public mutating func show(_ error: ValidationError, of name: String) {
        messages = error.failures.filter { $0.field == name }.map(\.message)
    }

    private static func failures(
        of validate: (String) throws(ValidationError) -> Void, on text: String
    ) -> [ValidationFailure] {
        do throws(ValidationError) {
            try validate(text)
            return []
        } catch {
            return error.failures
        }
    }
}
