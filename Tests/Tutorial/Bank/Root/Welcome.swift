import BankDomain
import Nacre

/// Pays a bonus into every account that is opened.
struct Welcome: ProcessManager {
    let name = "welcome"
    let query = Query.types("AccountOpened")
    let accounts: Aggregates<AccountDecider>

    func react(to event: RecordedEvent) async throws -> Commit? {
        try await accounts.commit(deciding: .welcome(cents: 500), on: event.stream.id)
    }
}
