internal import CSodium

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension Sodium {
    /// Hashes a password with Argon2id and a random salt.
    ///
    /// - Parameters:
    ///   - password: The bytes of the password.
    ///   - cost: The cost of the hash.
    /// - Returns: A text with algorithm, cost, salt and hash, in ASCII: `$argon2id$v=19$m=65536,t=2,p=1$…`.
    /// - Throws: ``SecretsError`` `outOfMemory`.
    func passwordHash(of password: [UInt8], cost: PasswordHashingCost) throws(SecretsError) -> [UInt8] {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        var characters = Self.characters(password)
        defer { unsafe sodium_memzero(&characters, characters.count) }
        let result = unsafe crypto_pwhash_str(&text, characters, UInt64(password.count), cost.passes, cost.memory)
        guard result == 0 else { throw .noMemoryToHash }
        return text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    }

    /// Whether a password is the hashed one.
    ///
    /// - Parameters:
    ///   - password: The bytes of the password.
    ///   - hash: The result of ``passwordHash(of:cost:)``.
    /// - Returns: Whether it is.
    /// - Throws: ``SecretsError``: `damaged` if the hash has another form; `outOfMemory`.
    func matches(_ password: [UInt8], hash: [UInt8]) throws(SecretsError) -> Bool {
        let text = try Self.terminated(hash)
        // The result of verifying does not tell another password from a hash that cannot be read.
        guard unsafe crypto_pwhash_str_needs_rehash(text, 1, 8_192) >= 0 else { throw .unreadableHash }
        var characters = Self.characters(password)
        defer { unsafe sodium_memzero(&characters, characters.count) }
        errno = 0
        let result = unsafe crypto_pwhash_str_verify(text, characters, UInt64(password.count))
        if result == 0 { return true }
        // The library sets EINVAL for another password alone.
        guard errno == EINVAL else { throw .noMemoryToHash }
        return false
    }

    /// Whether a hash was made at another cost.
    ///
    /// - Parameters:
    ///   - hash: The result of ``passwordHash(of:cost:)``.
    ///   - cost: The cost of new hashes.
    /// - Returns: Whether the password should be hashed again when it is given next.
    /// - Throws: ``SecretsError`` `damaged` if the hash has another form.
    func needsRehash(_ hash: [UInt8], cost: PasswordHashingCost) throws(SecretsError) -> Bool {
        let result = unsafe crypto_pwhash_str_needs_rehash(try Self.terminated(hash), cost.passes, cost.memory)
        guard result >= 0 else { throw .unreadableHash }
        return result != 0
    }

    /// The characters of a hash in the length that the library reads, zeros at the end.
    private static func terminated(_ hash: [UInt8]) throws(SecretsError) -> [CChar] {
        let count = Int(crypto_pwhash_STRBYTES)
        guard hash.count < count, hash.starts(with: crypto_pwhash_STRPREFIX.utf8), !hash.contains(0) else {
            throw .unreadableHash
        }
        return hash.map { CChar(bitPattern: $0) } + [CChar](repeating: 0, count: count - hash.count)
    }

    /// The characters of a password, and one more: an empty array has no address to pass to the library.
    private static func characters(_ password: [UInt8]) -> [CChar] {
        var characters = [CChar](repeating: 0, count: password.count + 1)
        for index in password.indices { characters[index] = CChar(bitPattern: password[index]) }
        return characters
    }
}

extension SecretsError {
    fileprivate static var noMemoryToHash: SecretsError {
        SecretsError(
            .outOfMemory, "there is no memory to hash a password: give the process more, or lower the cost of a hash")
    }

    fileprivate static var unreadableHash: SecretsError {
        SecretsError(.damaged, "a stored password hash cannot be read: reset the password of the account")
    }
}
