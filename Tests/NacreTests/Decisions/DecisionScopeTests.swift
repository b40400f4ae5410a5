import DomainKit
import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite
struct DecisionScopeTests {
    private let store = InMemoryEventStore()
    private let accounts: Aggregates<AccountDecider>

    init() {
        accounts = Aggregates(in: store)
    }

    private func balance(_ id: String) async throws -> Int { try await accounts.load(id).state }

    /// A store on which another event is appended before each of the first appends of its user.
    private func overtaken(
        _ times: Int, by append: @escaping @Sendable () async throws -> Void
    ) -> InterruptedStore {
        let left = Mutex(times)
        return InterruptedStore(base: store) { moment in
            guard moment == .beforeAppend else { return }
            let isLeft = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if isLeft { try await append() }
        }
    }

    @Test
    func `a transfer between two accounts is one commit`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let decided = try await store.decide { decision in
            try await decision.execute(.withdraw(50), on: "ada", in: accounts)
            try await decision.execute(.deposit(50), on: "bob", in: accounts)
        }
        #expect(try await balance("ada") == 30)
        #expect(try await balance("bob") == 50)
        #expect(try await store.readLog().collect().map(\.isLastOfCommit) == [true, false, true])
        #expect(decided.position == 3)
        #expect(decided.version(of: "account-ada") == 2)
        #expect(decided.version(of: "account-bob") == 1)
        #expect(decided.version(of: "account-eve") == nil)
    }

    @Test
    func `a rejection by any decider appends nothing and is not retried`() async throws {
        try await accounts.execute(.deposit(20), on: "ada")
        let attempts = Mutex(0)
        await #expect(throws: AccountDecider.Overdrawn(balance: 20)) {
            try await store.decide { decision in
                attempts.withLock { $0 += 1 }
                try await decision.execute(.deposit(50), on: "bob", in: accounts)
                try await decision.execute(.withdraw(50), on: "ada", in: accounts)
            }
        }
        #expect(attempts.withLock(\.self) == 1)
        #expect(try await store.head() == 1)
    }

    @Test
    func `a second decision on an aggregate sees the result of the first`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        await #expect(throws: AccountDecider.Overdrawn(balance: 30)) {
            try await store.decide { decision in
                try await decision.execute(.withdraw(50), on: "ada", in: accounts)
                try await decision.execute(.withdraw(50), on: "ada", in: accounts)
            }
        }
        try await store.decide { decision in
            try await decision.execute(.withdraw(50), on: "ada", in: accounts)
            let loaded = try await decision.load("ada", in: accounts)
            #expect(loaded == Versioned(state: 30, version: 2))
            try await decision.execute(.withdraw(30), on: "ada", in: accounts)
        }
        #expect(try await accounts.load("ada") == Versioned(state: 0, version: 3))
    }

    @Test
    func `a query finds events decided earlier in the same scope`() async throws {
        let total = Decisions<AccountDecider>(in: store)
        try await accounts.execute(.deposit(80), on: "ada")
        try await store.decide { decision in
            try await decision.execute(.deposit(5), on: "bob", in: accounts)
            #expect(try await decision.load(over: .tagged("money"), in: total) == 85)
            #expect(try await decision.load(over: nil, and: ["account-bob"], in: total) == 5)
            #expect(try await decision.contains(.types("Withdrawn")) == false)
            try await decision.execute(.withdraw(85), over: .tagged("money"), in: total, appendingTo: "account-bank")
            #expect(try await decision.contains(.types("Withdrawn")))
        }
        #expect(try await store.read("account-bank").collect().count == 1)
    }

    @Test
    func `a stream that is only read is checked, and a change of it is retried`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let contended = overtaken(1) { [accounts] in try await accounts.execute(.deposit(1), on: "ada") }
        let seen = try await contended.decide { decision in
            let balance = try await decision.load("ada", in: Aggregates<AccountDecider>(in: contended)).state
            try decision.append([EventData(type: "Noted", data: [])], to: "note-1")
            return balance
        }
        #expect(seen.value == 81)
        #expect(seen.version(of: "account-ada") == 2)
        #expect(try await store.read("note-1").collect().count == 1)
    }

    @Test
    func `an empty query result is a condition: an event in between is seen by the next attempt`() async throws {
        struct EmailIsTaken: Error {}
        let email = Query.tagged("email:ada@example.org")
        let registered = EventData(type: "Registered", tags: ["email:ada@example.org"], data: [])
        let contended = overtaken(1) { [store] in try await store.append([registered], to: "person-1") }
        await #expect(throws: EmailIsTaken.self) {
            try await contended.decide { decision in
                guard try await !decision.contains(email) else { throw EmailIsTaken() }
                try decision.append([registered], to: "person-2", expecting: .noStream)
            }
        }
        #expect(try await store.readLog(matching: email).collect().map(\.stream) == ["person-1"])
    }

    @Test
    func `all reads of a scope see one position, whatever is appended between them`() async throws {
        try await accounts.execute(.deposit(100), on: "ada")
        let moved = Mutex(false)
        // Money is transferred from ada to bob after ada is read and before bob is.
        let sums = Mutex<[Int]>([])
        try await store.decide { decision in
            let ada = try await decision.load("ada", in: accounts).state
            let isFirst = moved.withLock { moved in
                defer { moved = true }
                return !moved
            }
            if isFirst {
                try await accounts.execute(.withdraw(60), on: "ada")
                try await accounts.execute(.deposit(60), on: "bob")
            }
            let bob = try await decision.load("bob", in: accounts).state
            sums.withLock { $0.append(ada + bob) }
            try decision.append([EventData(type: "Counted", data: [])], to: "audit-1")
        }
        #expect(sums.withLock(\.self) == [100, 100])
    }

    @Test
    func `deciding nothing appends nothing, and the result gives the position read`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let decided = try await store.decide { decision in
            try await decision.execute(.deposit(0), on: "ada", in: accounts).isEmpty
        }
        #expect(decided.value)
        #expect(decided.position == 1)
        #expect(decided.version(of: "account-ada") == 1)
        #expect(try await store.head() == 1)
    }

    @Test
    func `the last attempt's conflict is the store's, with every violated rule`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let contended = overtaken(.max) { [accounts] in
            try await accounts.execute(.deposit(1), on: "ada")
            try await accounts.execute(.deposit(1), on: "bob")
        }
        let accounts = Aggregates<AccountDecider>(in: contended)
        let error = await #expect(throws: EventStoreError.self) {
            try await contended.decide(retrying: ConflictRetry(attempts: 2)) { decision in
                _ = try await decision.load("bob", in: accounts)
                try await decision.execute(.withdraw(1), on: "ada", in: accounts)
            }
        }
        #expect(error?.code == .conflict)
        #expect(
            error.map { Set($0.violations) } == [
                .expectation(stream: "account-ada", expected: .exact(2), actual: 3),
                .check(stream: "account-bob", expected: .exact(1), actual: 2),
            ])
    }

    @Test(arguments: [true, false])
    func `a caller's rule that can never hold is a conflict at once, without retries`(
        readsFirst: Bool
    ) async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let attempts = Mutex(0)
        let error = await #expect(throws: EventStoreError.self) {
            try await store.decide { decision in
                attempts.withLock { $0 += 1 }
                if readsFirst { _ = try await decision.load("ada", in: accounts) }
                try decision.append([EventData(type: "Opened", data: [])], to: "account-ada", expecting: .noStream)
            }
        }
        #expect(error?.violations == [.expectation(stream: "account-ada", expected: .noStream, actual: 1)])
        #expect(attempts.withLock(\.self) == 2)
    }

    @Test
    func `a conflict of an append made inside the body is retried too`() async throws {
        let attempts = Mutex(0)
        try await store.decide { decision in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt < 3 {
                try await store.append([EventData(type: "Noted", data: [])], to: "a-1", expecting: .exact(7))
            }
            try await decision.execute(.deposit(1), on: "ada", in: accounts)
        }
        #expect(attempts.withLock(\.self) == 3)
    }

    @Test
    func `aggregates of another store are rejected`() async throws {
        let other = Aggregates<AccountDecider>(in: InMemoryEventStore())
        let error = await #expect(throws: EventStoreError.self) {
            try await store.decide { decision in try await decision.execute(.deposit(1), on: "ada", in: other) }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("\(store.id)") == true)
        #expect(try await store.head() == 0)
    }

    @Test
    func `a commit decided elsewhere joins those of the scope`() async throws {
        try await accounts.execute(.deposit(80), on: "ada")
        let deposit = try await accounts.commit(deciding: .deposit(50), on: "bob")
        try await store.decide { decision in
            try await decision.execute(.withdraw(50), on: "ada", in: accounts)
            try decision.add(deposit)
        }
        #expect(try await balance("bob") == 50)
        #expect(try await store.readLog().collect().map(\.isLastOfCommit) == [true, false, true])
    }

    @Test
    func `a snapshot after the scope's position is ignored`() async throws {
        let models = InMemoryReadModelStore()
        let snapshots = Snapshots("account", in: models, codec: JSONSnapshotCodec<Int>(schema: 1), every: 1)
        let withSnapshots = accounts.withSnapshots(snapshots)
        try await accounts.execute(.deposit(80), on: "ada")
        let seen = Mutex<[Int]>([])
        try await store.decide { decision in
            if seen.withLock(\.isEmpty) {
                try await accounts.execute(.deposit(1), on: "ada")
                #expect(try await withSnapshots.load("ada").state == 81)
            }
            let balance = try await decision.load("ada", in: withSnapshots).state
            seen.withLock { $0.append(balance) }
            try decision.append([EventData(type: "Counted", data: [])], to: "audit-1")
        }
        #expect(seen.withLock(\.self) == [80, 81])
    }

    @Test
    func `decided events carry the context of the task`() async throws {
        try await EventContext.with(actor: "ada") {
            try await store.decide { try await $0.execute(.deposit(1), on: "ada", in: accounts) }
        }
        #expect(try await store.readLog().collect().map(\.context.actor) == ["ada"])
    }
}
