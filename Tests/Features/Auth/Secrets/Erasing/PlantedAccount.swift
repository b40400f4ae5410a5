import AuthDomain
import AuthSecrets
import DomainKit
import TestFolders

@testable import AuthSecrets

/// An account with secrets of every kind, whose bytes a test can look for.
struct PlantedAccount: Sendable {
    let id: AccountID
    let address: EmailAddress

    /// What must not be found after erasing the account, with a name for each.
    let traces: [(name: String, bytes: [UInt8])]

    let sessionToken: Token
    let linkToken: Token
    let request: RepeatableRequest

    static let password = "planted-password-7f3a"

    /// Writes the secrets of a new account.
    ///
    /// - Parameters:
    ///   - number: The number of the account, from which id and address are made.
    ///   - store: The store.
    ///   - hasher: The hasher.
    ///   - folder: The folder of the store.
    /// - Throws: Errors of the store and of the hasher.
    init(
        _ number: UInt64, in store: LMDBSecretStore, _ hasher: SodiumPasswordHasher, _ folder: TemporaryFolder
    ) async throws {
        id = AccountID(high: 0xA0A1_A2A3_A4A5_A6A7, low: number)
        address = try EmailAddress("planted.\(number).address@example.com")
        let hash = try await hasher.hash(Password(Self.password))
        let (first, second) = (CredentialID(high: 1, low: number), CredentialID(high: 2, low: number))
        for credential in [first, second] {
            try await store.prepare(
                PreparedPassword(hash, as: credential, of: id, address: address, preparedAt: Instant(1)))
        }
        // A removed secret leaves its former page behind, too.
        try await store.removeCredential(second, of: id)
        sessionToken = .random()
        let session = Session(
            id: SessionID(high: 3, low: number), account: id, credential: first, createdAt: Instant(1),
            lastUsedAt: Instant(1), expiresAt: Instant(100))
        try await store.insert(session, for: sessionToken)
        linkToken = .random()
        try await store.replace(
            with: Link(account: id, purpose: .reset(ResetID(high: 4, low: number)), expiresAt: Instant(50)),
            for: linkToken)
        request = RepeatableRequest(identity: "planted-request-\(number)", body: Array(Self.password.utf8))
        for answer in ["planted-former-answer-\(number)", "planted-answer-\(number)"] {
            try await store.keep(Array(answer.utf8), to: request, of: id, until: Instant(100))
        }
        let claim = try await store.claim(of: address)
        for kind in AttemptKind.allCases {
            try await store.updateAttempts(AttemptKey(kind, at: claim)) { $0 = Attempts(count: 2, lastAt: Instant(1)) }
        }

        var traces: [(String, [UInt8])] = [
            ("the password", Array(Self.password.utf8)), ("the address", Array(address.text.utf8)),
            ("the hash", hash.bytes.copy),
            ("the claim", Array(claim.text.utf8)), ("the answer", Array("planted-answer-\(number)".utf8)),
            ("the former answer", Array("planted-former-answer-\(number)".utf8)),
            ("the request", Array("planted-request-\(number)".utf8)),
        ]
        for (name, token) in [("session", sessionToken), ("link", linkToken)] {
            traces.append(("the token of the \(name)", token.bytes.copy))
            traces.append(("the text of the \(name)'s token", Array(token.text.utf8)))
            traces.append(("the plain hash of the \(name)'s token", try Sodium().hash(token.bytes.copy)))
        }
        traces.append(("the key", try Self.key(of: id, in: store.database)))
        self.traces = traces
    }

    /// The bytes of an account's key.
    private static func key(of account: AccountID, in database: SecretsDatabase) throws -> [UInt8] {
        try database.read { transaction in
            guard let key = try database.key(of: account, in: transaction) else { return [] }
            return key.copy()
        }
    }

    /// The names of the traces that a file of a folder holds, with the file.
    ///
    /// Searches all bytes, those of free pages included.
    func traces(in folder: TemporaryFolder) throws -> [String] {
        try folder.names().flatMap { name in
            let bytes = try folder.bytes(name)
            return traces.filter { bytes.firstRange(of: $0.bytes) != nil }.map { "\($0.name) in \(name)" }
        }
    }
}

extension Instant {
    /// A time in seconds since 1970.
    init(_ seconds: Int64) { self.init(nanosecondsSince1970: seconds * 1_000_000_000, decimals: 0) }
}
