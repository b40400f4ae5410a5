import AuthRemote
import DomainKit
import FeatureAPI
import Foundation
package import NIOCore

/// The accounts and sessions of a served load.
package struct ServedAccounts: Hashable, Sendable {
    package var count: Int
    package var sessionsOfEach: Int

    package init(count: Int, sessionsOfEach: Int) { (self.count, self.sessionsOfEach) = (count, sessionsOfEach) }

    package static func email(of account: Int) -> String { "load-\(account)@example.com" }

    package static func password(of account: Int) -> String { "a password for measuring \(account)" }

    /// Registers the accounts and signs in over HTTP.
    ///
    /// Requests are made one after the other: the server hashes a password for each.
    ///
    /// - Returns: The tokens of each account's sessions.
    package func signIn(on port: Int, _ loop: any EventLoop) async throws -> [[String]] {
        let connection = try await HTTPConnection(to: port, on: loop)
        return try await closing(connection.close) {
            var tokens: [[String]] = []
            for account in 0..<count {
                let credentials = CredentialsMessage(
                    email: Self.email(of: account), password: Self.password(of: account))
                let _: NoMessage = try await connection.answer(to: AuthEndpoints.register, NoParameters(), credentials)
                var ofAccount: [String] = []
                for _ in 0..<sessionsOfEach {
                    let session: SignedInMessage = try await connection.answer(
                        to: AuthEndpoints.signIn, NoParameters(), credentials)
                    ofAccount.append(session.token)
                }
                tokens.append(ofAccount)
            }
            return tokens
        }
    }

    /// Adds accounts' sessions to a database, as signing in would.
    ///
    /// - Returns: The tokens of each account's sessions.
    package func add(to database: ItemDatabase) throws -> [[String]] {
        let tokens = (0..<count).map { _ in (0..<sessionsOfEach).map { _ in UUID().uuidString } }
        try database.addSessions(
            tokens.flatMap { ofAccount in
                let account = UUID()
                return ofAccount.map { ($0, account) }
            })
        return tokens
    }
}
