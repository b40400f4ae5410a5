import BankDomain
import Nacre
import NacreTesting
import Testing

@testable import Bank

/// The read model and the process manager by themselves, in memory.
@Suite struct ScenarioTests {
    private let codec = AccountEvent.codec
    private let opened = AccountEvent.opened(owner: "Ada", email: "ada@example.org")

    @Test func `the read model has a row for each account`() async throws {
        try await Accounts()
            .given("account-1", [opened, .deposited(cents: 5)], by: codec)
            .given("account-2", [.opened(owner: "Bob", email: "bob@example.org")], by: codec)
            .given("account-1", [.withdrawn(cents: 2), .welcomed(cents: 500)], by: codec)
            .thenRows(
                #"Accounts.Row "1": owner "Ada", email "ada@example.org", cents 503"#,
                #"Accounts.Row "2": owner "Bob", email "bob@example.org", cents 0"#, in: Accounts.accounts.number)
    }

    @Test func `a second account with an e-mail address halts the read model`() async throws {
        try await Accounts()
            .given("account-1", [opened], by: codec)
            .given("account-2", [opened], by: codec)
            .thenHalts(at: 2)
    }

    @Test func `opening an account is followed by the bonus, and nothing else is`() async throws {
        try await ProcessScenario { store, time in Welcome(accounts: Aggregates(in: store, time: time)) }
            .when("account-1", [opened], by: codec)
            .then("account-1", [.welcomed(cents: 500)], by: codec)
            .when("account-1", [.deposited(cents: 5)], by: codec).thenNothing()
    }
}
