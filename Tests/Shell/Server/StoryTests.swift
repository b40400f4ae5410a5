import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import ItemsDomain
import ItemsRemote
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct StoryTests {
    @Test func `a user registers, signs in, creates, meets a conflict, lists, and signs out`() async throws {
        try await TestServer.run { server in
            let credentials = CredentialsMessage(email: "ada@example.com", password: TestServer.password)
            #expect(try await server.call(AuthEndpoints.register, credentials).status == 202)
            try await server.sendMail()
            let token = try #require(server.mailBox.lastToken)
            #expect(try await server.call(AuthEndpoints.confirmEmail, LinkMessage(token: token)).status == 204)

            let session = try await server.signIn("ada@example.com")
            let account: AccountMessage = try await server.call(AuthEndpoints.account, as: session).message()
            #expect(account.account == session.account)
            #expect(account.isEmailConfirmed)

            let created = try await server.call(ItemEndpoints.create, .init(NewItem(name: " Buy milk ")), as: session)
            #expect(created.status == 201)
            #expect(created.fields["etag"] == "\"v1\"")
            let item: ItemMessage = try created.message()
            #expect(item.name == "Buy milk")
            #expect(item.owner == session.account)
            #expect(created.fields["location"] == "/v1/items/\(item.id)")

            let one = ItemParameters(try ItemID(parsing: item.id))
            let renamed = try await server.call(
                ItemEndpoints.rename, one, .init(name: "Buy bread"), as: session, ["if-match": "\"v1\""])
            #expect(renamed.status == 200)
            #expect(renamed.fields["etag"] == "\"v2\"")
            let stale = try await server.call(
                ItemEndpoints.rename, one, .init(name: "Buy tea"), as: session, ["if-match": "\"v1\""])
            expect(stale, 412, "staleVersion")
            let completed = try await server.call(ItemEndpoints.complete, one, as: session, ["if-match": "\"v2\""])
            #expect(try completed.message(ItemMessage.self).isCompleted)
            let reopened = try await server.call(ItemEndpoints.reopen, one, as: session, ["if-match": "*"])
            #expect(try reopened.message(ItemMessage.self).version == 4)

            let page: ItemPageMessage = try await server.call(ItemEndpoints.list, .init(), as: session).message()
            #expect(page.items.map(\.name) == ["Buy bread"])
            #expect(page.next == nil)

            let deleted = try await server.call(ItemEndpoints.delete, one, as: session, ["if-match": "\"v4\""])
            #expect(try deleted.message(ItemMessage.self).isDeleted)
            let again = try await server.call(ItemEndpoints.delete, one, as: session, ["if-match": "\"v5\""])
            expect(again, 409, "deleted")
            let restored = try await server.call(ItemEndpoints.restore, one, as: session, ["if-match": "\"v5\""])
            #expect(try restored.message(ItemMessage.self).isDeleted == false)
            #expect(restored.fields["etag"] == "\"v6\"")

            #expect(try await server.call(AuthEndpoints.signOut, as: session).status == 204)
            expect(try await server.call(ItemEndpoints.list, .init(), as: session), 401, "sessionExpired")
        }
    }

    @Test func `pages are fetched by their cursors`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let names = (1...5).map { "item \($0)" }
            for name in names {
                _ = try await server.call(ItemEndpoints.create, .init(NewItem(name: name)), as: session)
            }
            var seen: [String] = []
            var target = "/v1/items?limit=2"
            while true {
                let page: ItemPageMessage = try await server.send("GET", target, json: "", as: session).message()
                seen += page.items.map(\.name)
                guard let next = page.next else { break }
                target = "/v1/items?limit=2&after=\(next)"
            }
            #expect(seen == names)
        }
    }

    @Test func `passwords are changed, and reset with a link that is used once`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let other = try await server.signIn("ada@example.com")
            let change = PasswordChangeMessage(current: TestServer.password, password: "another odd password")
            #expect(try await server.call(AuthEndpoints.changePassword, change, as: session).status == 204)
            expect(try await server.call(AuthEndpoints.account, as: other), 401, "sessionExpired")
            #expect(try await server.call(AuthEndpoints.account, as: session).status == 200)

            // Mails that are due at the same time are sent in any order.
            try await server.sendMail()
            let request = EmailMessage(email: "ada@example.com")
            #expect(try await server.call(AuthEndpoints.requestPasswordReset, request).status == 202)
            let unknown = EmailMessage(email: "unknown@example.com")
            #expect(try await server.call(AuthEndpoints.requestPasswordReset, unknown).status == 202)
            try await server.sendMail()
            let token = try #require(server.mailBox.lastToken)
            let weak = PasswordResetMessage(token: token, password: "short")
            expect(try await server.call(AuthEndpoints.resetPassword, weak), 422, "invalid")
            let reset = PasswordResetMessage(token: token, password: "a third odd password")
            #expect(try await server.call(AuthEndpoints.resetPassword, reset).status == 204)
            expect(try await server.call(AuthEndpoints.resetPassword, reset), 422, "linkInvalid")
            _ = try await server.signIn("ada@example.com", password: "a third odd password")
        }
    }

    @Test func `an account is deleted with its password, and its sessions end`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let wrong = try await server.call(
                AuthEndpoints.deleteAccount, PasswordMessage(password: "wrong"), as: session)
            expect(wrong, 401, "invalidCredentials")
            let right = PasswordMessage(password: TestServer.password)
            #expect(try await server.call(AuthEndpoints.deleteAccount, right, as: session).status == 204)
            expect(try await server.call(AuthEndpoints.account, as: session), 401, "sessionExpired")
        }
    }

    @Test func `an account's sessions are listed without their tokens`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let other = try await server.signIn("ada@example.com")
            _ = try await server.session("eve@example.com")
            let answer = try await server.call(AuthEndpoints.sessions, as: other)
            #expect(answer.status == 200)
            let list: SessionListMessage = try answer.message()
            #expect(list.sessions.map(\.account) == [session.account, session.account])
            #expect(list.sessions.map(\.session).contains(list.current))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains(session.token) && !text.contains(other.token))
            expect(try await server.call(AuthEndpoints.sessions, as: nil), 401, "sessionExpired")
        }
    }

    @Test func `all sessions are ended at once`() async throws {
        try await TestServer.run { server in
            let session = try await server.session()
            let other = try await server.signIn("ada@example.com")
            #expect(try await server.call(AuthEndpoints.signOutEverywhere, as: session).status == 204)
            expect(try await server.call(AuthEndpoints.account, as: other), 401, "sessionExpired")
        }
    }
}
