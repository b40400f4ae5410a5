/// The storage of accounts: repository, secrets, and the hash of passwords.
///
/// The three belong together: events name what the secret store contains, and its hashes are verified by the hasher
/// that made them.
public struct AuthStorage: Sendable {
    /// The repository of accounts.
    public let repository: any AccountRepository

    /// The secrets of accounts.
    public let secrets: any SecretStore

    /// Hashes passwords.
    public let hasher: any PasswordHashing

    /// Creates a storage from its parts.
    ///
    /// - Parameters:
    ///   - repository: The repository of accounts.
    ///   - secrets: The secrets of accounts.
    ///   - hasher: Hashes passwords.
    public init(
        repository: any AccountRepository, secrets: any SecretStore, hasher: any PasswordHashing
    ) {
        self.repository = repository
        self.secrets = secrets
        self.hasher = hasher
    }

    /// In-memory storage, for tests and experiments.
    ///
    /// - Parameter hasher: Hashes passwords.
    /// - Returns: A storage without accounts.
    public static func inMemory(hasher: any PasswordHashing) -> AuthStorage {
        AuthStorage(repository: InMemoryAccountRepository(), secrets: InMemorySecretStore(), hasher: hasher)
    }
}
