public import DomainKit

/// An e-mail address in its canonical form: trimmed, in lower case.
///
/// Addresses are compared without regard to case. The rules are those of mail servers without internationalised
/// addresses (RFC 5321): ASCII, at most 254 bytes, one `@`, a local part of at most 64 bytes without quotes, and a
/// domain of at least two labels. An address never shows its text.
public struct EmailAddress: Sendable, Hashable, Undisclosed {
    /// The address in its canonical form.
    public let text: String

    /// Validates an address, and brings it into its canonical form.
    ///
    /// - Parameter given: The address; surrounding white space is removed.
    /// - Throws: `ValidationError` for the field `email`, without the address, with every violated rule.
    public init(_ given: String) throws(ValidationError) {
        let text = given.trimmed
        let failures = Self.rule.messages(for: text).map { message in
            // The address is personal data, and errors are logged.
            ValidationFailure(field: "email", value: "(not disclosed)", message: message)
        }
        if let error = ValidationError(failures) { throw error }
        self.text = text.lowercased()
    }

    private static let rule = Rule.bytes(in: 3...254).and(oneAt).and(localPart).and(domain)

    private static let oneAt = Rule<String> { text in
        text.split(separator: "@", omittingEmptySubsequences: false).count == 2
            ? nil : "has not exactly one \"@\": give an address such as ada@example.com"
    }

    private static let localPart = Rule<String> { text in
        let local = text.prefix { $0 != "@" }
        guard (1...64).contains(local.utf8.count), !local.hasPrefix("."), !local.hasSuffix("."), !local.contains("..")
        else {
            return "has an invalid part before the \"@\": give 1 to 64 characters, with single dots between them"
        }
        return local.utf8.allSatisfy(isAtomByte)
            ? nil : "has an invalid character before the \"@\": use ASCII letters, digits and .!#$%&'*+/=?^_`{|}~- only"
    }

    private static let domain = Rule<String> { text in
        guard let at = text.firstIndex(of: "@") else { return nil }
        let labels = text[text.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
            ? nil
            : "has an invalid domain after the \"@\": give at least two labels of 1 to 63 ASCII letters, digits and "
                + "inner hyphens, with a dot between them"
    }

    /// Whether a byte is allowed in a local part without quotes: `atext` of RFC 5322, or a dot.
    private static func isAtomByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
