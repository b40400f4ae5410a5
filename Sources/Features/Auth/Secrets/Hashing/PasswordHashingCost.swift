/// The cost of one Argon2id hash, with one lane.
public struct PasswordHashingCost: Sendable, Hashable {
    /// The number of passes over the memory, at least 1.
    public let passes: UInt64

    /// The memory of one hash, in bytes, at least 8,192.
    public let memory: Int

    /// Creates a cost.
    ///
    /// - Parameters:
    ///   - passes: The number of passes over the memory, at least 1.
    ///   - memory: The memory of one hash, in bytes, at least 8,192.
    /// - Throws: ``SecretsError`` `invalidArgument` if one of them is less.
    public init(passes: UInt64, memory: Int) throws(SecretsError) {
        guard passes >= 1, passes <= UInt64(UInt32.max), memory >= 8_192, memory <= 4 << 40 else {
            throw SecretsError(
                .invalidArgument,
                "a hash of \(passes) passes over \(memory) bytes is out of range: give 1 or more over 8192 or more")
        }
        self.init(unchecked: passes, memory)
    }

    private init(unchecked passes: UInt64, _ memory: Int) {
        self.passes = passes
        self.memory = memory
    }

    /// 2 passes over 64 MiB: libsodium's cost for interactive use.
    ///
    /// It is above the minimum of the OWASP Password Storage Cheat Sheet, 2 passes over 19 MiB
    /// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html).
    public static let standard = PasswordHashingCost(unchecked: 2, 64 << 20)

    /// The least that Argon2id allows, for tests.
    public static let cheapest = PasswordHashingCost(unchecked: 1, 8_192)
}
