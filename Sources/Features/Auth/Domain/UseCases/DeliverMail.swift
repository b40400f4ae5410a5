public import DomainKit

/// Delivering a requested mail.
///
/// Each attempt issues a new link and replaces the former one, so that a token is never stored in clear and an attempt
/// that was interrupted loses nothing. A mail is sent at least once: see ``MailSender``.
///
/// Throws the errors of the sender after which another attempt may succeed.
public protocol MailDelivering: UseCase where Input == MailRequest, Output == MailOutcome {}

/// Delivers mails to accounts of a storage.
public struct DeliverMail: MailDelivering {
    // FEAT-27: A process manager requests mail, and a relay sends it with a new link for each attempt.

    private let environment: AuthEnvironment
    private let sender: any MailSender
    private let texts: MailTexts

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - environment: What it works with.
    ///   - sender: Sends the mails.
    ///   - texts: The texts of mails.
    public init(in environment: AuthEnvironment, sender: any MailSender, texts: MailTexts) {
        self.environment = environment
        self.sender = sender
        self.texts = texts
    }

    /// Delivers a mail, if it is still needed.
    ///
    /// - Parameter input: The request.
    /// - Returns: What has become of the mail.
    /// - Throws: What ``MailDelivering`` throws.
    public func callAsFunction(_ input: MailRequest) async throws -> MailOutcome {
        let now = environment.time.now()
        guard now < input.requestedAt.advanced(by: environment.policy.mailAge) else { return .abandoned(.tooOld) }
        guard let account = try await environment.repository.load(input.account).state.active,
            account.needs(input.kind), let address = try await environment.secrets.address(of: input.account)
        else { return .abandoned(.notNeeded) }
        let message: MailMessage
        do {
            message = try await self.message(for: input, to: address, at: now)
        } catch let error as AuthError where error.code == .notFound {
            // The account was deleted meanwhile.
            return .abandoned(.notNeeded)
        }
        do {
            try await sender.send(message)
            return .sent
        } catch let error as MailError where error.isPermanent {
            return .abandoned(.refused)
        }
    }

    private func message(
        for request: MailRequest, to address: EmailAddress, at now: Instant
    ) async throws -> MailMessage {
        let purpose: LinkPurpose
        let lifetime: Duration
        switch request.kind {
        case .alreadyRegistered: return texts.alreadyRegistered(id: request.id, to: address)
        case .confirmation: (purpose, lifetime) = (.confirmation, environment.policy.confirmationLink)
        case .reset(let reset): (purpose, lifetime) = (.reset(reset), environment.policy.resetLink)
        }
        let token = Token.random()
        try await environment.secrets.replace(
            with: Link(account: request.account, purpose: purpose, expiresAt: now.advanced(by: lifetime)), for: token)
        return texts.message(purpose, token, id: request.id, to: address)
    }
}

extension ActiveAccount {
    /// Whether a mail still tells something.
    fileprivate func needs(_ kind: MailKind) -> Bool {
        switch kind {
        case .confirmation: !isEmailConfirmed
        case .alreadyRegistered: true
        case .reset(let request): reset == request
        }
    }
}
