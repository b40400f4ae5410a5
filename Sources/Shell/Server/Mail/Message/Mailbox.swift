public import AuthDomain
public import DomainKit

/// The sender of mails: an address, and a name that may be shown beside it (RFC 5322, section 3.4).
public struct Mailbox: Sendable, Hashable {
    /// The name; `nil` if there is none.
    public let name: String?

    /// The address.
    public let address: EmailAddress

    /// Validates a mailbox.
    ///
    /// - Parameter text: An address, or a name and an address: `Nacre <no-reply@example.com>`. The name has at most 64
    ///   bytes, and no control characters; quotation marks around it are removed.
    /// - Throws: `ValidationError` for the field `mailFrom`.
    public init(_ text: String) throws(ValidationError) {
        let (name, address) = Self.parts(of: text)
        let rule = Rule<String>.bytes(in: 1...64).and(.noControlCharacters)
        var failures = (name.map(rule.messages) ?? []).map { Self.failure(text, "name", $0) }
        do {
            self.address = try EmailAddress(address)
        } catch {
            failures += error.failures.map { Self.failure(text, "address", $0.message) }
            throw ValidationError(failures) ?? error
        }
        if let error = ValidationError(failures) { throw error }
        self.name = name
    }

    private static func parts(of text: String) -> (name: String?, address: String) {
        let text = text.trimmed
        guard text.hasSuffix(">"), let bracket = text.lastIndex(of: "<") else { return (nil, text) }
        var name = String(text[..<bracket]).trimmed
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
        return (name.isEmpty ? nil : name, String(text[text.index(after: bracket)...].dropLast()))
    }

    private static func failure(_ text: String, _ part: String, _ message: String) -> ValidationFailure {
        ValidationFailure(field: "mailFrom", value: text, message: "has an invalid \(part), which \(message)")
    }

    /// The part of the address after the `@`.
    var domain: Substring { address.text.split(separator: "@").last ?? "" }

    /// The mailbox as a header shows it.
    var header: String {
        guard let name else { return address.text }
        let phrase = HeaderText(name).phrase
        let isShort = phrase.utf8.count + address.text.utf8.count < 64
        return "\(phrase)\(isShort ? "" : "\r\n") <\(address.text)>"
    }
}
