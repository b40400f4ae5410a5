import Bank
import BankDomain
import DomainKit
import Foundation
import Nacre
import NacreRuntime
import NacreTesting
import Testing

@Suite struct AccountDeciderTests {
    private let opened = AccountEvent.opened(owner: "Ada", email: "ada@example.org")

    @Test func `an account is opened once, and never overdrawn`() throws {
        try AccountDecider.given().when(.deposit(cents: 5)).thenFails(with: .notFound)
        try AccountDecider.given(opened).when(.open(owner: "Bob", email: "b@example.org")).thenFails(with: .alreadyOpen)
        try AccountDecider.given(opened, .deposited(cents: 5)).when(.withdraw(cents: 6))
            .thenFails(with: .overdrawn(cents: 5))
        try AccountDecider.given(opened, .deposited(cents: 5)).when(.withdraw(cents: 5)).then(.withdrawn(cents: 5))
    }

    @Test func `the bonus can be taken out`() throws {
        try AccountDecider.given(opened).when(.welcome(cents: 500)).then(.welcomed(cents: 500))
            .when(.withdraw(cents: 500)).then(.withdrawn(cents: 500))
    }

    @Test func `the stored form of each event is the recorded one`() throws {
        try EventLayoutConformance.check(
            AccountEvent.self,
            samples: [opened, .deposited(cents: 1), .withdrawn(cents: 2), .welcomed(cents: 3)],
            former: [
                FormerEvent("AccountDeposited", schema: 1, #"{"euros":7}"#, decodesTo: .deposited(cents: 700))
            ])
    }
}

@Suite struct BankTests {
    private func withBank(_ body: (Bank) async throws -> Void) async throws {
        let bank = try await Bank(.inMemory)
        for (id, owner) in [("1", "Ada"), ("2", "Bob"), ("3", "Ada")] {
            try await bank.open(id, owner: owner, email: "\(id)@example.org")
            try await bank.deposit(1_000, to: id)
        }
        try await body(bank)
        await bank.runtime.close()
    }

    @Test func `64 concurrent transfers keep the sum of the balances and overdraw nothing`() async throws {
        try await withBank { bank in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    let (from, to) = number.isMultiple(of: 2) ? ("1", "2") : ("2", "1")
                    group.addTask {
                        await #expect(throws: Never.self) { try await bank.transfer(10, from: from, to: to) }
                    }
                }
            }
            let balances = (try await bank.balance(of: "1"), try await bank.balance(of: "2"))
            #expect(balances == (1_000, 1_000))
            let version = try await bank.runtime.store.version(of: "account-1")
            #expect(version == 2 + 64)
        }
    }

    @Test func `a transfer that one account refuses changes neither`() async throws {
        try await withBank { bank in
            await #expect(throws: AccountError.overdrawn(cents: 1_000)) {
                try await bank.transfer(1_001, from: "1", to: "2")
            }
            await #expect(throws: AccountError.notFound) { try await bank.transfer(1, from: "1", to: "9") }
            let balance = try await bank.balance(of: "1")
            #expect(balance == 1_000)
        }
    }

    @Test func `one of 16 concurrent callers gets an e-mail address`() async throws {
        try await withBank { bank in
            let opened = await withTaskGroup(of: Bool.self) { group in
                for number in 10..<26 {
                    group.addTask {
                        (try? await bank.open("\(number)", owner: "Eve", email: "eve@example.org")) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(opened == 1)
            let account = try await bank.account(reachedAt: "eve@example.org")
            #expect(account?.owner == "Eve")
        }
    }

    @Test func `the richest accounts come first, page by page`() async throws {
        try await withBank { bank in
            try await bank.transfer(500, from: "1", to: "2")
            let first = try await bank.richest(limit: 2)
            #expect(first.entries.map(\.key) == ["2", "3"])
            let second = try await bank.richest(after: first.next, limit: 2)
            #expect(second.entries.map(\.key) == ["1"])
            #expect(second.next == nil)
        }
    }

    @Test func `an observer of an owner's accounts sees each change`() async throws {
        try await withBank { bank in
            var seen = bank.observe(of: "Ada").makeAsyncIterator()
            let before = try await seen.next()
            #expect(before?.map(\.cents) == [1_000, 1_000])
            try await bank.transfer(1, from: "1", to: "3")
            let after = try await seen.next()
            #expect(after?.map(\.cents) == [999, 1_001])
        }
    }

    @Test func `every account gets the bonus once`() async throws {
        try await withBank { bank in
            for _ in 0..<2 {
                let failures = try await bank.runtime.react()
                #expect(failures.isEmpty)
            }
            for id in ["1", "2", "3"] {
                let balance = try await bank.balance(of: id)
                #expect(balance == 1_500)
            }
        }
    }

    @Test func `deposits of schema 1, in euros, are read in cents`() async throws {
        try await withBank { bank in
            try await bank.runtime.store.append(
                [EventData(type: "AccountDeposited", schema: 1, data: Array(#"{"euros":7}"#.utf8))], to: "account-1")
            let balance = try await bank.balance(of: "1")
            let account = try await bank.account(reachedAt: "1@example.org")
            #expect(balance == 1_700)
            #expect(account?.cents == 1_700)
        }
    }

    @Test func `a long history is folded from its last snapshot`() async throws {
        try await withBank { bank in
            for _ in 0..<150 { try await bank.deposit(1, to: "1") }
            let balance = try await bank.balance(of: "1")
            let models = try bank.runtime.models.store.names()
            #expect(balance == 1_150)
            #expect(models.contains("snapshots-account"))
        }
    }

    @Test func `queries of the past read the model as it was`() async throws {
        try await withBank { bank in
            let before = try await bank.runtime.asOf(.position(1)) { past in
                try await past[Accounts.self].read { try $0.accounts.count() }
            }
            #expect(before == 1)
        }
    }
}
