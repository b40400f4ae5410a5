import AuthDomain
import DomainKit

/// The key of an account, which seals personal data.
///
/// A sealed text is Base64 of an id of the key, which tells data of an erased account with a new key from damage, and
/// the sealed bytes.
final class AccountKey: PersonalDataKey {
    /// The length of the id of a key, in bytes.
    private static let idByteCount = 8

    /// What no record of `secrets.mdb` begins with.
    private static let personalData: UInt8 = 0xFF

    private let account: AccountID
    private let key: SecretKey
    private let sodium: Sodium

    /// An id of the key, by which nothing can be opened.
    private let id: [UInt8]

    init(of account: AccountID, _ key: consuming SecretKey, _ sodium: Sodium) {
        self.account = account
        self.sodium = sodium
        id = sodium.derivedKey(for: "nacre secrets: key id", from: key).copy(Self.idByteCount)
        self.key = key
    }

    func seal(_ text: String, for field: String) -> String {
        sodium.base64(id + sodium.seal(Array(text.utf8), with: associated(field), under: key))
    }

    func open(_ sealed: String, for field: String) throws -> String? {
        guard let bytes = sodium.bytes(base64: sealed) else { throw damage }
        guard bytes.starts(with: id) else { return nil }
        guard let data = sodium.open(bytes.dropFirst(Self.idByteCount), with: associated(field), under: key),
            let text = String(validating: data, as: UTF8.self)
        else { throw damage }
        return text
    }

    /// What sealed data belongs to.
    private func associated(_ field: String) -> [UInt8] {
        [Self.personalData] + account.bytes + Array(field.utf8)
    }

    private var damage: SecretsError {
        SecretsError(.damaged, "sealed data of account \(account) was changed, or belongs to another field")
    }
}
