import AuthDomain
import DomainKit
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import AuthSecrets

/// Random operations on the store and on the store in memory, which must answer alike.
@Suite(.fewAtOnce) struct OracleTests {
    @Test(arguments: 1...8)
    func `the store answers as the one in memory, also after reopening`(seed: UInt64) async throws {
        let folder = try TemporaryFolder(inMemory: true)
        var run = OracleRun(seed: seed)
        for _ in 0..<6 {
            try await folder.withSecrets { store async throws in
                for _ in 0..<40 { try await run.change(store) }
                try await run.compare(store)
            }
        }
        try await folder.withSecrets { try await run.compare($0) }
        #expect(run.erasures > 0)
        #expect(run.refusals > 0)
    }
}

/// A sequence of random operations.
private struct OracleRun {
    let oracle = InMemorySecretStore()
    var random: SeededGenerator
    var tokens: [Token] = []
    var requests: [RepeatableRequest] = []
    var erasures = 0
    var refusals = 0
    private var serial: UInt64 = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let accounts = (1...4).map { AccountID(high: 5, low: UInt64($0)) }
    private static let addresses = (1...4).compactMap { try? EmailAddress("user\($0)@example.com") }

    private mutating func account() -> AccountID { Self.accounts[random.below(4)] }

    private mutating func address() -> EmailAddress { Self.addresses[random.below(4)] }

    private mutating func time() -> Instant { Instant(Int64(random.below(100))) }

    private mutating func token() -> Token {
        if !tokens.isEmpty, random.chance(70) { return tokens[random.below(tokens.count)] }
        return .random()
    }

    private mutating func newToken() -> Token {
        let token = Token.random()
        tokens.append(token)
        return token
    }

    private mutating func number() -> UInt64 {
        serial += 1
        return serial
    }

    mutating func change(_ store: LMDBSecretStore) async throws {
        let oracle = oracle
        switch random.below(12) {
        case 0, 1:
            let password = PreparedPassword(
                PasswordHash(Secret(random.bytes(random.below(120)))), as: CredentialID(high: 1, low: number()),
                of: account(), address: random.chance(50) ? address() : nil, preparedAt: time())
            try await compareRefusals({ try await store.prepare(password) }, { try await oracle.prepare(password) })
        case 2:
            let account = account()
            let known = await oracle.credentials(of: account).map(\.id).sorted { $0.low < $1.low }
            let credential = known.isEmpty ? CredentialID(high: 0, low: 0) : known[random.below(known.count)]
            try await store.removeCredential(credential, of: account)
            await oracle.removeCredential(credential, of: account)
        case 3, 4:
            let (session, token) = (session(), newToken())
            try await compareRefusals(
                { try await store.insert(session, for: token) }, { try await oracle.insert(session, for: token) })
        case 5:
            guard var session = await oracle.session(for: token()) else { return }
            session.expiresAt = time()
            if random.chance(20) { await oracle.removeSession(session.id, of: session.account) }
            if await oracle.sessions(of: session.account).contains(where: { $0.id == session.id }) == false {
                try await store.removeSession(session.id, of: session.account)
            }
            let expiresAt = session.expiresAt
            try await store.updateSession(session.id, of: session.account) { $0.expiresAt = expiresAt }
            await oracle.updateSession(session.id, of: session.account) { $0.expiresAt = expiresAt }
        case 6:
            let account = account()
            let kept = await oracle.sessions(of: account).map(\.id).min { $0.low < $1.low }
            let isKept = random.chance(50)
            try await store.removeSessions(of: account, except: isKept ? kept : nil)
            await oracle.removeSessions(of: account, except: isKept ? kept : nil)
        case 7:
            let purpose = random.chance(50) ? LinkPurpose.confirmation : .reset(ResetID(high: 2, low: number()))
            let link = Link(account: account(), purpose: purpose, expiresAt: time())
            let token = newToken()
            try await compareRefusals(
                { try await store.replace(with: link, for: token) },
                { try await oracle.replace(with: link, for: token) })
        case 8:
            let token = token()
            try await store.removeLink(for: token)
            await oracle.removeLink(for: token)
        case 9:
            try await changeAttempts(store)
        case 10:
            try await keepAnswer(store)
        default:
            try await eraseOrExpire(store)
        }
    }

    /// Makes a change that both stores carry out, or both refuse.
    private mutating func compareRefusals(
        _ stored: @escaping () async throws -> Void, _ expected: @escaping () async throws -> Void
    ) async throws {
        var refused = [false, false]
        for (index, change) in [stored, expected].enumerated() {
            do {
                try await change()
            } catch let error as AuthError where error.code == .notFound {
                refused[index] = true
            }
        }
        #expect(refused[0] == refused[1])
        if refused[0] { refusals += 1 }
    }

    private mutating func session() -> Session {
        Session(
            id: SessionID(high: 3, low: number()), account: account(), credential: CredentialID(high: 1, low: 1),
            createdAt: time(), lastUsedAt: time(), expiresAt: time())
    }

    private mutating func changeAttempts(_ store: LMDBSecretStore) async throws {
        let (address, time, isReset) = (address(), time(), random.chance(30))
        let kind = AttemptKind.allCases[random.below(2)]
        let change: @Sendable (inout Attempts?) -> Int = { attempts in
            attempts = isReset ? nil : Attempts(count: (attempts?.count ?? 0) + 1, lastAt: time)
            return attempts?.count ?? 0
        }
        let stored = try await store.updateAttempts(AttemptKey(kind, at: store.claim(of: address)), change)
        let expected = await oracle.updateAttempts(AttemptKey(kind, at: oracle.claim(of: address)), change)
        #expect(stored == expected)
    }

    private mutating func keepAnswer(_ store: LMDBSecretStore) async throws {
        let request = RepeatableRequest(identity: "\(random.below(8))", body: random.bytes(random.below(2)))
        let account = random.chance(70) ? account() : nil
        let (answer, expiry) = (random.bytes(random.below(200)), time())
        requests.append(request)
        try await store.keep(answer, to: request, of: account, until: expiry)
        await oracle.keep(answer, to: request, of: account, until: expiry)
    }

    private mutating func eraseOrExpire(_ store: LMDBSecretStore) async throws {
        if random.chance(50) {
            let account = account()
            erasures += 1
            try await store.erase(account)
            await oracle.erase(account)
        } else {
            let (time, attempts) = (Instant(Int64(random.below(30))), Instant(Int64(random.below(30))))
            try await store.removeExpired(at: time, attemptsBefore: attempts)
            await oracle.removeExpired(at: time, attemptsBefore: attempts)
        }
    }

    func compare(_ store: LMDBSecretStore) async throws {
        for (last, limit) in [(nil, 9), (Self.accounts[1], 1)] {
            #expect(
                try await store.accounts(after: last, limit: limit) == oracle.accounts(after: last, limit: limit))
        }
        for account in Self.accounts {
            #expect(try await store.address(of: account) == oracle.address(of: account))
            #expect(try await Set(store.sessions(of: account)) == Set(await oracle.sessions(of: account)))
            let credentials = Set(try await store.credentials(of: account))
            #expect(credentials == Set(await oracle.credentials(of: account)))
            for credential in credentials {
                let stored = try await store.passwordHash(credential.id, of: account)?.bytes.copy
                let expected = await oracle.passwordHash(credential.id, of: account)?.bytes.copy
                #expect(stored == expected)
            }
        }
        for token in tokens {
            #expect(try await store.session(for: token) == oracle.session(for: token))
            #expect(try await store.link(for: token) == oracle.link(for: token))
        }
        for request in requests {
            let (stored, expected) = (
                try await store.answer(to: request, at: Instant(0)), await oracle.answer(to: request, at: Instant(0))
            )
            #expect(stored == expected)
        }
        for address in Self.addresses {
            for kind in AttemptKind.allCases {
                let stored = try await store.updateAttempts(AttemptKey(kind, at: store.claim(of: address))) { $0 }
                let expected = await oracle.updateAttempts(AttemptKey(kind, at: oracle.claim(of: address))) { $0 }
                #expect(stored == expected)
            }
        }
    }
}
