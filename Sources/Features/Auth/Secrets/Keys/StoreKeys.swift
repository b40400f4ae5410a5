/// The keys of the store itself, each for one purpose, derived from the one in the key file.
final class StoreKeys: Sendable {
    /// Hashes e-mail addresses to claims.
    let claims: SecretKey

    /// Hashes tokens in keys of records.
    let lookups: SecretKey

    /// Makes the keys of requests, which seal their answers.
    let answers: SecretKey

    /// Hashes personal data by which others are found.
    let personalData: SecretKey

    /// By which `secrets.mdb` recognises the key.
    let check: [UInt8]

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - key: The store's own key.
    ///   - sodium: The library.
    init(derivedFrom key: borrowing SecretKey, _ sodium: Sodium) {
        claims = sodium.derivedKey(for: "nacre secrets: claims", from: key)
        lookups = sodium.derivedKey(for: "nacre secrets: lookups", from: key)
        answers = sodium.derivedKey(for: "nacre secrets: answers", from: key)
        personalData = sodium.derivedKey(for: "nacre secrets: personal data", from: key)
        check = sodium.derivedKey(for: "nacre secrets: check", from: key).copy(SecretsHeader.keyCheckBytes)
    }
}
