public import DomainKit

/// A password that is chosen, which meets the rules of NIST SP 800-63B: long enough, and not easily guessed.
///
/// 12 to 128 Unicode scalars; not a well-known password, and not the e-mail address or its local part, without regard
/// to case. There are no rules about kinds of characters.
public struct NewPassword: Sendable, Undisclosed {
    /// The allowed number of Unicode scalars.
    public static let allowedLength = 12...128

    /// The password.
    public let password: Password

    /// Validates a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - email: The e-mail address of the account, validated or not.
    /// - Throws: `ValidationError` for the field `password`, without the password, with every violated rule.
    public init(_ password: Password, for email: String) throws(ValidationError) {
        let text = password.bytes.withBytes { bytes in
            // `Password` was made of a text, so nothing is replaced.
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
        let failures = Self.rule(for: email.trimmed.lowercased()).messages(for: text).map { message in
            ValidationFailure(field: "password", value: "(not disclosed)", message: message)
        }
        if let error = ValidationError(failures) { throw error }
        self.password = password
    }

    private static func rule(for email: String) -> Rule<String> {
        Rule.scalars(in: allowedLength).and(
            Rule { text in
                CommonPasswords.contains(text.lowercased())
                    ? "is a well-known password: choose one that only you use" : nil
            }
        ).and(
            Rule { text in
                let lowercased = text.lowercased()
                return !email.isEmpty && (lowercased == email || lowercased == String(email.prefix { $0 != "@" }))
                    ? "is the e-mail address or a part of it: choose another one" : nil
            })
    }
}
