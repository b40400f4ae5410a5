import AuthDomain
public import DomainKit

/// A field for a password: what was typed, which is never printed, and every rule that it breaks.
public struct PasswordField: Sendable, Equatable, Undisclosed {
    /// What was typed.
    public private(set) var text = ""

    /// The rules that the password breaks, each with the remedy.
    public private(set) var messages: [String] = []

    /// Creates an empty field.
    public init() {}

    /// Whether nothing is wrong with the password, as far as it was validated.
    public var isValid: Bool { messages.isEmpty }

    /// The password.
    var password: Password { Password(text) }

    /// Takes over what was typed, without rules: a password that exists already.
    mutating func type(_ text: String) {
        self.text = text
        messages = []
    }

    /// Takes over what was typed, by the rules for new passwords.
    mutating func type(_ text: String, newFor email: String) {
        self.text = text
        do throws(ValidationError) {
            _ = try NewPassword(password, for: email)
            messages = []
        } catch {
            show(error)
        }
    }

    /// Forgets a password that was used, unless another one was typed meanwhile.
    mutating func clear(_ used: PasswordField) {
        if text == used.text { self = PasswordField() }
    }

    /// Shows what a use case found to be wrong with the password.
    mutating func show(_ error: ValidationError) {
        messages = error.failures.filter { $0.field == "password" }.map(\.message)
    }

    /// Requires that something was typed.
    mutating func requireText() {
        messages = Rule.notEmpty.messages(for: text)
    }
}
