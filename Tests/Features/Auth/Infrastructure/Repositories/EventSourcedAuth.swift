import AuthDomain
import AuthInfrastructure
import DomainKit
import FeatureTesting
import Nacre
import NacreTesting

/// Event-sourced accounts on an in-memory store, with their mail.
struct EventSourcedAuth {
    let time = ManualTimeSource()
    let store: InMemoryEventStore
    let stores: AuthStores

    /// Creates accounts; `hasher` does the work of hashing, `nil` for a fast and insecure one.
    init(hasher: (any PasswordHashing)? = nil) {
        store = InMemoryEventStore(timeSource: time)
        stores = AuthStores(
            repository: EventSourcedAccountRepository(store: store, time: time), secrets: InMemorySecretStore(),
            time: time, hasher: hasher)
    }

    /// The process manager that requests mails.
    var requesting: ProcessRunner {
        ProcessRunner(manager: RequestingMail(in: store, time: time), store: store, time: time)
    }

    /// The relay that sends them.
    var relay: MailRelay { MailRelay(store: store, deliver: stores.deliver, time: time) }

    /// Requests and sends all mails that are due.
    func deliverMail() async throws {
        try await requesting.catchUp()
        try await relay.catchUp()
    }
}
