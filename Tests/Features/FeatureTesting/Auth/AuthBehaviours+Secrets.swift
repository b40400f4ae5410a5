import AuthDomain
import DomainKit
import NacreTesting
import Testing

extension AuthBehaviours {
    private static let (ada, eve) = (AccountID(high: 1, low: 1), AccountID(high: 1, low: 2))

    /// The behaviour of the secret store by itself.
    static let secrets: [Behaviour<AuthStores>] = [
        Behaviour("a claim is the same for the same address only, and shows nothing of it") { stores async throws in
            let claim = try await stores.claim("ada@example.com")
            #expect(try await stores.claim("ADA@Example.com") == claim)
            #expect(try await stores.claim("eve@example.com") != claim)
            #expect(claim.text.utf8.count >= 32)
            #expect(claim.text.allSatisfy { "0123456789abcdef".contains($0) })
        },
        Behaviour("a hash is found under its account and credential only") { stores async throws in
            let secrets = stores.secrets
            let (one, two) = (CredentialID(high: 2, low: 1), CredentialID(high: 2, low: 2))
            try await secrets.prepare(
                stores.prepared(one, of: ada, hash: [1, 2, 3], address: EmailAddress("ada@example.com")))
            try await secrets.prepare(stores.prepared(two, of: ada, hash: [4]))
            #expect(try await secrets.passwordHash(one, of: ada)?.bytes.copy == [1, 2, 3])
            #expect(try await secrets.passwordHash(one, of: eve) == nil)
            #expect(Set(try await secrets.credentials(of: ada).map(\.id)) == [one, two])
            #expect(try await secrets.credentials(of: ada).map(\.preparedAt) == [stores.time.now(), stores.time.now()])
            try await secrets.replaceHash(two, of: ada, with: PasswordHash(Secret([5])))
            try await secrets.replaceHash(one, of: eve, with: PasswordHash(Secret([6])))
            #expect(try await secrets.passwordHash(two, of: ada)?.bytes.copy == [5])
            #expect(try await secrets.credentials(of: ada).map(\.preparedAt) == [stores.time.now(), stores.time.now()])
            try await secrets.removeCredential(one, of: ada)
            try await secrets.removeCredential(one, of: ada)
            try await secrets.replaceHash(one, of: ada, with: PasswordHash(Secret([6])))
            try await secrets.removeCredential(one, of: eve)
            #expect(try await secrets.passwordHash(one, of: ada) == nil)
            #expect(try await secrets.credentials(of: ada).map(\.id) == [two])
        },
        Behaviour("an address is stored with the first password and stays with later ones") { stores async throws in
            #expect(try await stores.secrets.address(of: ada) == nil)
            let address = try EmailAddress("ada@example.com")
            try await stores.secrets.prepare(
                stores.prepared(CredentialID(high: 2, low: 1), of: ada, address: address))
            try await stores.secrets.prepare(stores.prepared(CredentialID(high: 2, low: 2), of: ada))
            #expect(try await stores.secrets.address(of: ada) == address)
        },
        Behaviour("a session is found by its token only, and removed by its id") { stores async throws in
            let secrets = stores.secrets
            let tokens = [Token.random(), .random(), .random()]
            try await stores.create(ada, eve)
            for (number, token) in tokens.enumerated() {
                try await secrets.insert(stores.session(number, of: number == 2 ? eve : ada), for: token)
            }
            #expect(try await secrets.session(for: tokens[0]) == stores.session(0, of: ada))
            #expect(try await secrets.session(for: .random()) == nil)
            let own = [stores.session(0, of: ada), stores.session(1, of: ada)]
            #expect(Set(try await secrets.sessions(of: ada)) == Set(own))
            try await secrets.removeSession(stores.session(0, of: ada).id, of: ada)
            #expect(try await secrets.session(for: tokens[0]) == nil)
            #expect(try await secrets.session(for: tokens[1]) != nil)
            try await secrets.removeSessions(of: ada, except: nil)
            #expect(try await secrets.sessions(of: ada).isEmpty)
            #expect(try await secrets.session(for: tokens[2]) == stores.session(2, of: eve))
        },
        Behaviour("a session is changed while it exists, and not brought back") { stores async throws in
            let secrets = stores.secrets
            let token = Token.random()
            var session = stores.session(1, of: ada)
            try await stores.create(ada)
            try await secrets.insert(session, for: token)
            session.credential = CredentialID(high: 9, low: 9)
            session.expiresAt = stores.time.advance(by: .seconds(5))
            let changed = session
            try await secrets.updateSession(session.id, of: ada) { stored in
                stored.credential = changed.credential
                stored.expiresAt = changed.expiresAt
            }
            #expect(try await secrets.session(for: token) == session)
            try await secrets.removeSessions(of: ada, except: session.id)
            #expect(try await secrets.session(for: token) == session)
            try await secrets.removeSession(session.id, of: ada)
            try await secrets.updateSession(session.id, of: ada) { $0.expiresAt = changed.expiresAt }
            #expect(try await secrets.session(for: token) == nil)
            #expect(try await secrets.sessions(of: ada).isEmpty)
        },
        Behaviour("changes of a session at the same time are all kept") { stores async throws in
            let start = stores.session(1, of: ada)
            try await stores.create(ada)
            try await stores.secrets.insert(start, for: .random())
            try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await stores.secrets.updateSession(start.id, of: ada) { session in
                            session.expiresAt = session.expiresAt.inAMinute
                        }
                    }
                }
                try await group.waitForAll()
            }
            let expected = (0..<16).reduce(start.expiresAt) { time, _ in time.inAMinute }
            #expect(try await stores.secrets.sessions(of: ada).map(\.expiresAt) == [expected])
        },
        Behaviour("a link replaces those of its account and kind") { stores async throws in
            let secrets = stores.secrets
            let tokens = (0..<4).map { _ in Token.random() }
            let links = [
                stores.link(.confirmation, of: ada), stores.link(.reset(ResetID(high: 1, low: 1)), of: ada),
                stores.link(.reset(ResetID(high: 1, low: 2)), of: ada), stores.link(.confirmation, of: eve),
            ]
            try await stores.create(ada, eve)
            for (link, token) in zip(links, tokens) { try await secrets.replace(with: link, for: token) }
            #expect(try await secrets.link(for: tokens[0]) == links[0])
            #expect(try await secrets.link(for: tokens[1]) == nil)
            #expect(try await secrets.link(for: tokens[2]) == links[2])
            #expect(try await secrets.link(for: tokens[3]) == links[3])
            try await secrets.removeLink(for: tokens[2])
            try await secrets.removeLink(for: tokens[2])
            #expect(try await secrets.link(for: tokens[2]) == nil)
            #expect(try await secrets.link(for: tokens[0]) != nil)
        },
        Behaviour("attempts are counted by kind and address, and none is lost at the same time") {
            stores async throws in
            let claim = try await stores.claim("ada@example.com")
            let key = AttemptKey(.password, at: claim)
            let now = stores.time.now()
            try await withThrowingTaskGroup { group in
                for _ in 0..<32 {
                    group.addTask {
                        try await stores.secrets.updateAttempts(key) { attempts in
                            attempts = Attempts(count: (attempts?.count ?? 0) + 1, lastAt: now)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count = try await stores.secrets.updateAttempts(key) { attempts in
                defer { attempts = nil }
                return attempts
            }
            #expect(count == Attempts(count: 32, lastAt: now))
            #expect(try await stores.secrets.updateAttempts(key) { $0 } == nil)
            #expect(try await stores.secrets.updateAttempts(AttemptKey(.mail, at: claim)) { $0 } == nil)
        },
        Behaviour("erasing an account erases all of it, attempts included, and nothing else") { stores async throws in
            let secrets = stores.secrets
            let credential = CredentialID(high: 2, low: 1)
            for (account, email) in [(ada, "ada@example.com"), (eve, "eve@example.com")] {
                try await secrets.prepare(stores.prepared(credential, of: account, address: EmailAddress(email)))
                try await secrets.updateAttempts(AttemptKey(.password, at: stores.claim(email))) { attempts in
                    attempts = Attempts(count: 3, lastAt: stores.time.now())
                }
            }
            let (session, link, kept) = (Token.random(), Token.random(), Token.random())
            try await secrets.insert(stores.session(1, of: ada), for: session)
            try await secrets.replace(with: stores.link(.confirmation, of: ada), for: link)
            try await secrets.insert(stores.session(2, of: eve), for: kept)
            for _ in 0..<2 { try await secrets.erase(ada) }
            #expect(try await secrets.passwordHash(credential, of: ada) == nil)
            #expect(try await secrets.address(of: ada) == nil)
            #expect(try await secrets.session(for: session) == nil)
            #expect(try await secrets.link(for: link) == nil)
            let key = AttemptKey(.password, at: try await stores.claim("ada@example.com"))
            #expect(try await secrets.updateAttempts(key) { $0 } == nil)
            #expect(try await secrets.accounts(after: nil, limit: 9) == [eve])
            #expect(try await secrets.session(for: kept) != nil)
            #expect(try await secrets.passwordHash(credential, of: eve) != nil)
            let other = AttemptKey(.password, at: try await stores.claim("eve@example.com"))
            #expect(try await secrets.updateAttempts(other) { $0 }?.count == 3)
        },
        Behaviour("without a registration, and after an erasure, nothing is written for an account") {
            stores async throws in
            let secrets = stores.secrets
            for isErased in [false, true] {
                if isErased {
                    try await stores.create(ada)
                    try await secrets.erase(ada)
                }
                let (token, credential) = (Token.random(), CredentialID(high: 2, low: 1))
                await expectRefused(.notFound) { try await secrets.prepare(stores.prepared(credential, of: ada)) }
                await expectRefused(.notFound) { try await secrets.insert(stores.session(1, of: ada), for: token) }
                await expectRefused(.notFound) {
                    try await secrets.replace(with: stores.link(.confirmation, of: ada), for: token)
                }
                try await secrets.updateSession(stores.session(1, of: ada).id, of: ada) { _ in }
                try await secrets.replaceHash(credential, of: ada, with: PasswordHash(Secret([1])))
                #expect(try await secrets.accounts(after: nil, limit: 9).isEmpty)
                #expect(try await secrets.session(for: token) == nil)
                #expect(try await secrets.link(for: token) == nil)
            }
        },
        Behaviour("accounts are listed page by page, each once") { stores async throws in
            let accounts = (0..<7).map { AccountID(high: UInt64($0 % 2) << 63, low: UInt64($0)) }
            for account in accounts { try await stores.create(account) }
            var listed: [AccountID] = []
            while true {
                let page = try await stores.secrets.accounts(after: listed.last, limit: 3)
                listed += page
                if page.count < 3 { break }
            }
            #expect(listed.count == 7)
            #expect(Set(listed) == Set(accounts))
        },
        Behaviour("what has expired is removed, and nothing else") { stores async throws in
            let secrets = stores.secrets
            let (early, late) = (Token.random(), Token.random())
            let (earlyLink, lateLink) = (Token.random(), Token.random())
            try await stores.create(ada)
            try await secrets.insert(stores.session(1, of: ada), for: early)
            try await secrets.replace(with: stores.link(.confirmation, of: ada), for: earlyLink)
            let oldKey = AttemptKey(.password, at: try await stores.claim("ada@example.com"))
            let newKey = AttemptKey(.password, at: try await stores.claim("eve@example.com"))
            let start = stores.time.now()
            try await secrets.updateAttempts(oldKey) { $0 = Attempts(count: 1, lastAt: start) }
            let next = stores.time.advance(by: .nanoseconds(1))
            try await secrets.insert(stores.session(2, of: ada), for: late)
            try await secrets.replace(with: stores.link(.reset(ResetID(high: 1, low: 1)), of: ada), for: lateLink)
            try await secrets.updateAttempts(newKey) { $0 = Attempts(count: 1, lastAt: next) }
            try await secrets.removeExpired(at: stores.session(1, of: ada).expiresAt.before, attemptsBefore: next)
            #expect(try await secrets.session(for: early) == nil)
            #expect(try await secrets.session(for: late) != nil)
            #expect(try await secrets.link(for: earlyLink) == nil)
            #expect(try await secrets.link(for: lateLink) != nil)
            #expect(try await secrets.updateAttempts(oldKey) { $0 } == nil)
            #expect(try await secrets.updateAttempts(newKey) { $0 } != nil)
        },
    ]
}

extension AuthStores {
    /// Creates accounts in the secret store alone.
    func create(_ accounts: AccountID...) async throws {
        for account in accounts {
            let address = try EmailAddress("\(account)@example.com")
            try await secrets.prepare(prepared(CredentialID(high: 2, low: 99), of: account, address: address))
        }
    }

    fileprivate func prepared(
        _ credential: CredentialID, of account: AccountID, hash: [UInt8] = [7], address: EmailAddress? = nil
    ) -> PreparedPassword {
        PreparedPassword(
            PasswordHash(Secret(hash)), as: credential, of: account, address: address, preparedAt: time.now())
    }

    /// A session that ends one minute from now.
    fileprivate func session(_ number: Int, of account: AccountID) -> Session {
        Session(
            id: SessionID(high: 5, low: UInt64(number)), account: account, credential: CredentialID(high: 2, low: 1),
            createdAt: time.now(), lastUsedAt: time.now(), expiresAt: time.now().inAMinute)
    }

    /// A link that ends one minute from now.
    fileprivate func link(_ purpose: LinkPurpose, of account: AccountID) -> Link {
        Link(account: account, purpose: purpose, expiresAt: time.now().inAMinute)
    }
}

extension Instant {
    fileprivate var inAMinute: Instant {
        Instant(nanosecondsSince1970: nanosecondsSince1970 + 60_000_000_000, decimals: decimals)
    }

    fileprivate var before: Instant {
        Instant(nanosecondsSince1970: nanosecondsSince1970 - 1, decimals: decimals)
    }
}
