public import DomainKit
import Synchronization

/// Seals personal data for tests, in a form that golden files can contain.
///
/// A sealed text is what it belongs to and the text, in hexadecimal digits of altered bytes. That hides it from a
/// reader, and nothing more.
public final class TestVault: PersonalDataSealing {
    private let erased = Mutex<Set<PersonID>>([])

    /// Creates a vault in which every person has a key until it is erased.
    public init() {}

    /// Erases the key of a person.
    public func erase(_ person: PersonID) {
        erased.withLock { _ = $0.insert(person) }
    }

    /// The key of a person; `nil` if it was erased.
    public func key(of person: PersonID) throws -> (any PersonalDataKey)? {
        guard !erased.withLock({ $0.contains(person) }) else { return nil }
        return Key(person: person)
    }

    /// The altered bytes: equal texts have equal ones.
    public func keyedHash(of text: String, for field: String) -> String { altered("\(field)|\(text)") }

    /// The key of a person.
    private struct Key: PersonalDataKey {
        let person: PersonID

        func seal(_ text: String, for field: String) -> String { altered("\(person)|\(field)|\(text)") }

        func open(_ sealed: String, for field: String) throws -> String? {
            let prefix = altered("\(person)|\(field)|")
            guard sealed.hasPrefix(prefix), let text = restored(String(sealed.dropFirst(prefix.count))) else {
                throw Misplaced(sealed: sealed, field: field)
            }
            return text
        }
    }

    /// The error for a text that was not sealed for the person and the field.
    public struct Misplaced: Error {
        let sealed: String
        let field: String
    }
}

/// The bytes of a text, altered, in hexadecimal digits.
private func altered(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    return String(text.utf8.map { $0 ^ 0x5A }.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}

/// The text of altered bytes; `nil` if it is none.
private func restored(_ altered: String) -> String? {
    var bytes: [UInt8] = []
    var rest = altered[...]
    while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
        bytes.append(byte ^ 0x5A)
        rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
}
