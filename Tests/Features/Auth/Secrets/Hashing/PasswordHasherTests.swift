import AuthDomain
import DomainKit
import Synchronization
import Testing

@testable import AuthSecrets

@Suite struct PasswordHasherTests {
    private let sodium: Sodium

    init() throws { sodium = try Sodium() }

    private func hasher(_ cost: PasswordHashingCost = .cheapest) async throws -> SodiumPasswordHasher {
        try await .open(sodium: sodium, cost: cost)
    }

    @Test func `a password has its hash, and another one has not`() async throws {
        let hasher = try await hasher()
        let hash = try await hasher.hash(Password("correct horse battery staple"))
        #expect(try await hasher.verify(Password("correct horse battery staple"), against: hash))
        #expect(try await !hasher.verify(Password("correct horse battery stapl"), against: hash))
        #expect(try await !hasher.verify(Password(""), against: hash))
        await hasher.close()
    }

    @Test func `a hash is Argon2id with its cost, and has a salt of its own`() async throws {
        let hasher = try await hasher(try PasswordHashingCost(passes: 3, memory: 16 << 10))
        let texts = [try await hasher.hash(Password("same")), try await hasher.hash(Password("same"))].map {
            String(decoding: $0.bytes.copy, as: UTF8.self)
        }
        #expect(texts[0].hasPrefix("$argon2id$v=19$m=16,t=3,p=1$"))
        #expect(texts[0] != texts[1])
        await hasher.close()
    }

    @Test func `the standard cost is not below the minimum that OWASP advises`() {
        #expect(PasswordHashingCost.standard.passes >= 2)
        #expect(PasswordHashingCost.standard.memory >= 19 << 20)
    }

    @Test(arguments: [(UInt64(0), 8_192), (1, 8_191)]) func `a cost that Argon2id does not have is refused`(
        passes: UInt64, memory: Int
    ) {
        #expect(throws: SecretsError.self) { try PasswordHashingCost(passes: passes, memory: memory) }
    }

    /// The costs at which hashes are computed.
    private final class Computations: Sendable {
        private let costs = Mutex<[PasswordHashingCost]>([])
        func add(_ cost: PasswordHashingCost) { costs.withLock { $0.append(cost) } }
        func take() -> [PasswordHashingCost] {
            costs.withLock { costs in
                defer { costs = [] }
                return costs
            }
        }
    }

    @Test func `whether there is a hash, and of which known cost, the same hashes are computed`() async throws {
        let costs = [try PasswordHashingCost(passes: 3, memory: 8_192), try .init(passes: 2, memory: 8_192), .cheapest]
        let computed = Computations()
        let hasher = try await SodiumPasswordHasher.open(
            sodium: sodium, cost: costs[0], formerCosts: Array(costs.dropFirst()), queueCapacity: 1
        ) { computed.add($0) }
        #expect(try await !hasher.verify(Password("p"), against: nil))
        #expect(computed.take() == costs)
        for cost in costs {
            let other = try await self.hasher(cost)
            let hash = try await other.hash(Password("p"))
            await other.close()
            #expect(try await hasher.verify(Password("p"), against: hash))
            #expect(computed.take() == costs)
            #expect(try await !hasher.verify(Password("q"), against: hash))
            #expect(computed.take() == costs)
            #expect(try hasher.needsRehash(hash) == (cost != costs[0]))
        }
        await hasher.close()
    }

    @Test func `only a hash of another cost needs to be made again`() async throws {
        let (cheap, other) = (try await hasher(), try await hasher(try PasswordHashingCost(passes: 2, memory: 8_192)))
        let hash = try await cheap.hash(Password("p"))
        #expect(try !cheap.needsRehash(hash))
        #expect(try other.needsRehash(hash))
        #expect(try await other.verify(Password("p"), against: hash))
        await cheap.close()
        await other.close()
    }

    @Test(arguments: ["", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$", "plain", "$2b$12$abcdefghijklmnopqrstuv"])
    func `a stored hash that cannot be read is an error, not another password`(text: String) async throws {
        let hasher = try await hasher()
        let hash = PasswordHash(Secret(text.utf8))
        let error = await #expect(throws: SecretsError.self) {
            try await hasher.verify(Password("p"), against: hash)
        }
        #expect(error?.code == .damaged)
        #expect(throws: SecretsError.self) { try hasher.needsRehash(hash) }
        await hasher.close()
    }

    @Test func `two passwords are hashed at once, the next ones wait, and a full queue is busy`() async throws {
        let gate = Gate()
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: .cheapest, queueCapacity: 3) { _ in
            gate.pass()
        }
        try await withThrowingTaskGroup(of: PasswordHash.self) { group async throws in
            for number in 0..<5 { group.addTask { try await hasher.hash(Password("\(number)")) } }
            await gate.untilWaiting(2)
            while hasher.waitingCount < 3 { await Task.yield() }
            #expect(gate.waitingCount == 2)
            let error = await #expect(throws: AuthError.self) { try await hasher.hash(Password("one too many")) }
            #expect(error?.code == .busy)
            #expect(throws: AuthError.self) { try hasher.reserve() }
            gate.open()
            let count = try await group.reduce(into: 0) { count, _ in count += 1 }
            #expect(count == 5)
        }
        await hasher.close()
    }

    @Test func `a reserved place is kept for its password, and free again once it is released`() async throws {
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: .cheapest, queueCapacity: 0)
        var places = [try hasher.reserve(), try hasher.reserve()]
        let error = await #expect(throws: AuthError.self) { try await hasher.hash(Password("p")) }
        #expect(error?.code == .busy)
        let hash = try await hasher.hash(Password("p"), in: places[0])
        #expect(try await hasher.verify(Password("p"), against: hash, in: places[0]))
        #expect(throws: AuthError.self) { try hasher.reserve() }
        places.removeLast()
        #expect(try await hasher.verify(Password("p"), against: hash))
        await hasher.close()
    }

    @Test func `closing completes what was submitted, refuses what comes later, and may be repeated`() async throws {
        let gate = Gate()
        let hasher = try await SodiumPasswordHasher.open(sodium: sodium, cost: .cheapest, queueCapacity: 2) { _ in
            gate.pass()
        }
        let submitted = (0..<4).map { number in Task { try await hasher.hash(Password("\(number)")) } }
        await gate.untilWaiting(2)
        while hasher.waitingCount < 2 { await Task.yield() }
        let closing = Task { await hasher.close() }
        while true {
            do { _ = try hasher.reserve() } catch let error as SecretsError where error.code == .closed { break } catch
            {}
            await Task.yield()
        }
        gate.open()
        await closing.value
        for task in submitted { _ = try await task.value }
        await hasher.close()
        let error = await #expect(throws: SecretsError.self) { try await hasher.hash(Password("p")) }
        #expect(error?.code == .closed)
    }
}
