public import AuthDomain
public import AuthInfrastructure
import DomainKit
import Nacre
import NacreRuntime

/// The use cases of accounts, with what they work with.
public struct AuthFeature: Sendable {
    /// The use cases.
    public let useCases: AuthUseCases

    /// What they work with.
    public let environment: AuthEnvironment
}

extension Application {
    /// The accounts in the application's log; their secrets stay outside it.
    ///
    /// - Parameters:
    ///   - secrets: The secrets of accounts.
    ///   - hasher: Hashes passwords.
    ///   - policy: The times and limits.
    /// - Returns: The accounts.
    public func accounts(
        secrets: any SecretStore, hasher: any PasswordHashing, policy: AuthPolicy = AuthPolicy()
    ) -> AuthFeature {
        let repository = EventSourcedAccountRepository(store: store, time: runtime.storage.time)
        let environment = AuthEnvironment(
            storage: AuthStorage(repository: repository, secrets: secrets, hasher: hasher),
            time: runtime.storage.time, ids: idGenerator, policy: policy, retry: conflictRetry)
        return AuthFeature(useCases: AuthUseCases(in: environment), environment: environment)
    }

    /// The relay of the mails that ``Options/requestsMail`` requests.
    ///
    /// - Parameters:
    ///   - accounts: The accounts of this application.
    ///   - sender: Sends the mails.
    ///   - texts: The texts of mails.
    ///   - notice: Called with the id of a mail and the error when an attempt to deliver it fails.
    /// - Returns: The relay, to be run like a process manager.
    public func mailRelay(
        for accounts: AuthFeature, sender: any MailSender, texts: MailTexts,
        notice: @escaping @Sendable (_ mail: String, any Error) -> Void = { _, _ in }
    ) -> MailRelay {
        MailRelay(
            store: store, deliver: DeliverMail(in: accounts.environment, sender: sender, texts: texts),
            time: runtime.storage.time, notice: notice)
    }
}
