/// The keys of counts of attempts, derived from the one in their slot.
final class AttemptsKeys: Sendable {
    /// Makes the keys of records.
    let lookups: SecretKey

    /// Seals their values.
    let values: SecretKey

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - key: The key of the counts.
    ///   - sodium: The library.
    init(derivedFrom key: borrowing SecretKey, _ sodium: Sodium) {
        lookups = sodium.derivedKey(for: "nacre secrets: attempts lookups", from: key)
        values = sodium.derivedKey(for: "nacre secrets: attempts values", from: key)
    }
}
