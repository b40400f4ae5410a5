import AuthDomain

// Sealed personal data begins with an id of its key, which distinguishes data of an erased account with a new key from
// damage.
extension SecretsDatabase {
    /// The length of the id of a key, in bytes.
    static let keyIDBytes = 8

    /// What no record of `secrets.mdb` begins with.
    private static let personalData: UInt8 = 0xFF

    func sealPersonalData(
        _ data: [UInt8], of account: AccountID, for place: [UInt8], under key: borrowing SecretKey
    ) -> [UInt8] {
        keyID(of: key) + sodium.seal(data, with: [Self.personalData] + account.bytes + place, under: key)
    }

    /// Opens personal data; `nil` if the key under which it was sealed was erased.
    func openPersonalData(_ sealed: [UInt8], of account: AccountID, for place: [UInt8]) throws -> [UInt8]? {
        try read { transaction in
            guard let key = try key(of: account, in: transaction), sealed.starts(with: keyID(of: key)) else {
                return nil
            }
            let associated = [Self.personalData] + account.bytes + place
            guard let data = sodium.open(sealed.dropFirst(Self.keyIDBytes), with: associated, under: key) else {
                throw SecretsError(
                    .damaged, "sealed personal data of account \(account) was changed, or belongs to another place")
            }
            return data
        }
    }

    /// An id of a key, by which nothing can be opened.
    private func keyID(of key: borrowing SecretKey) -> [UInt8] {
        sodium.derivedKey(for: "nacre secrets: key id", from: key).copy(Self.keyIDBytes)
    }
}
