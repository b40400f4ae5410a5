import AuthPresentation
import PresentationKit

/// A field of a form, with one message at a time.
struct Field: Sendable, Equatable {
    // PAGE-31: A field shows one message, in a space that it always has.

    /// The id of the input.
    let fieldID: String

    /// The name that it posts.
    let name: String

    /// Its label.
    let label: String

    /// The type of the input.
    let type: String

    /// Its text; empty for a password.
    let value: String

    /// What browsers and password managers fill in.
    let autocomplete: String

    /// The keyboard of a telephone.
    let inputMode: String?

    /// What is wrong, or a hint.
    let message: String

    /// Whether something is wrong.
    let isInvalid: Bool

    /// Whether the screen has no password any more, so that what was sent is removed from the field.
    var isCleared = false
}

extension Field {
    /// A field for text.
    ///
    /// - Parameters:
    ///   - name: The name that it posts.
    ///   - form: The id of the form.
    ///   - label: Its label.
    ///   - field: What was typed.
    ///   - hint: What stands where nothing is wrong.
    ///   - type: The type of the input.
    ///   - autocomplete: What browsers fill in.
    init(
        _ name: String, in form: String, _ label: String, _ field: FormField, hint: String, type: String = "text",
        autocomplete: String
    ) {
        self.init(
            fieldID: "\(form)-\(name)", name: name, label: label, type: type, value: field.text,
            autocomplete: autocomplete, inputMode: nil,
            message: Self.message(field.messages, of: label, isEmpty: field.text.isEmpty) ?? hint,
            isInvalid: !field.isValid)
    }

    /// The field for an e-mail address.
    static func email(in form: String, _ field: FormField) -> Field {
        Field(
            fieldID: "\(form)-email", name: "email", label: "E-mail", type: "email", value: field.text,
            autocomplete: "username", inputMode: "email",
            message: message(
                // The rules for addresses are hard to read while typing.
                field.messages.isEmpty ? [] : ["does not look right: type it like ada@example.com"],
                of: "E-mail address", isEmpty: field.text.isEmpty) ?? "",
            isInvalid: !field.isValid)
    }

    /// A field for a password: what was typed is never part of a page.
    static func password(
        _ name: String, in form: String, _ label: String, _ field: PasswordField, isNew: Bool = false
    ) -> Field {
        Field(
            fieldID: "\(form)-\(name)", name: name, label: label, type: "password", value: "",
            autocomplete: isNew ? "new-password" : "current-password", inputMode: nil,
            message: message(field.messages, of: "Password", isEmpty: field.text.isEmpty)
                ?? (isNew ? "At least 12 characters. A few words are easy to remember." : ""),
            isInvalid: !field.isValid, isCleared: field.text.isEmpty)
    }

    private static func message(_ messages: [String], of label: String, isEmpty: Bool) -> String? {
        guard let first = messages.first else { return nil }
        return isEmpty ? "Please fill this in." : first.sentences(about: "The \(label.lowercased())")
    }
}
