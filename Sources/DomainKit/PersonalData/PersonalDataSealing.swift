/// Seals what is known about persons, each under a key of the person: erasing the key erases it in every copy.
///
/// Its calls are synchronous, because codecs and read models use them. They may read from a file, and wait for nothing
/// else.
public protocol PersonalDataSealing: Sendable {
    // FEAT-40: Personal fields are sealed one by one, under a key of the person.

    /// The key of a person.
    ///
    /// - Parameter person: The person.
    /// - Returns: The key, to be kept for one operation only; `nil` if it was erased, or never made.
    /// - Throws: Errors of the storage of keys.
    func key(of person: PersonID) throws -> (any PersonalDataKey)?

    /// A hash of a text, by which equal texts are found and which says nothing about them without the store's key.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - field: What the text is; equal texts of different fields have unrelated hashes.
    /// - Returns: Visible ASCII characters.
    func keyedHash(of text: String, for field: String) -> String
}

/// The key of a person.
public protocol PersonalDataKey: Sendable {
    /// Seals a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - field: What the text is: it opens for the same field alone.
    /// - Returns: The sealed text, in visible ASCII characters. It differs each time.
    func seal(_ text: String, for field: String) -> String

    /// Opens a sealed text.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text.
    ///   - field: What the text is.
    /// - Returns: The text; `nil` if it was sealed under a former key of the person, which was erased.
    /// - Throws: If the sealed text was changed, or is not of this person and field.
    func open(_ sealed: String, for field: String) throws -> String?
}

extension (any PersonalDataSealing)? {
    /// The key of a person, to open what is sealed.
    ///
    /// - Parameter person: The person.
    /// - Returns: The key; `nil` if it was erased.
    /// - Throws: ``PersonalDataError`` `unavailable` without sealing; errors of the storage of keys.
    public func keyForOpening(of person: PersonID) throws -> (any PersonalDataKey)? {
        guard let self else { throw PersonalDataError(.unavailable, of: person) }
        return try self.key(of: person)
    }
}

extension PersonalDataSealing {
    /// The key of a person, to seal what is written.
    ///
    /// - Parameter person: The person.
    /// - Returns: The key.
    /// - Throws: ``PersonalDataError`` `erased` if there is none; errors of the storage of keys.
    public func keyForSealing(of person: PersonID) throws -> any PersonalDataKey {
        guard let key = try key(of: person) else { throw PersonalDataError(.erased, of: person) }
        return key
    }
}
