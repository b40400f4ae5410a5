public import AuthDomain
import DomainKit
import ItemsDomain
import ProfileDomain

/// An application in memory with sample data, and a session in it.
public struct Preview: Sendable {
    /// The application.
    public let configuration: Configuration

    /// The session of the sample account.
    public let session: SignedIn

    /// The address of the sample account.
    public static let email = "ada@example.com"

    /// Its password.
    public static let password = "polished shells 7"
}

extension Configuration {
    /// The application in memory with sample data: to look at its screens.
    ///
    /// - Parameter hasher: Hashes passwords.
    /// - Returns: The application, and a session of an account with a profile and items in every state.
    /// - Throws: Errors of the use cases.
    public static func preview(hasher: any PasswordHashing) async throws -> Preview {
        let configuration = inMemory(hasher: hasher)
        let accounts = configuration.accounts
        let password = Password(Preview.password)
        try await accounts.register(NewAccount(email: Preview.email, password: password))
        let session = try await accounts.signIn(email: Preview.email, password: password)
        let useCases = configuration.useCases(in: session)
        let user = session.session.account.description
        _ = try await useCases.profiles.completeIdentity(user: user, screenName: "ada", birthday: "1990-12-10")
        try await fill(useCases.items)
        return Preview(configuration: configuration, session: session)
    }

    private static func fill(_ items: ItemUseCases) async throws {
        for name in ["Buy oat milk", "Polish the shell", "Call <grace> & \"alan\""] {
            _ = try await items.create(name: name)
        }
        let done = try await items.create(name: "Draft the letter")
        _ = try await items.complete(items.rename(done.id, to: "Write the letter").id)
        _ = try await items.delete(items.create(name: "Old idea").id)
    }
}
