import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import ProfileDomain
import ProfileRemote
import Testing

@Suite struct MessageMappingTests {
    private func throughJSON<Message: APIMessage>(_ message: Message) throws -> Message {
        try MessageCoding.decode(MessageCoding.encode(message))
    }

    @Test func `an item comes back from JSON as it was`() async throws {
        let storage = ItemStorage.inMemory()
        let owner = ItemOwner(high: 1, low: 2)
        for access in [ItemAccess.all, .owner(owner)] {
            let items = ItemUseCases(in: storage, for: access, ids: RandomIDGenerator())
            let created = try await items.create(name: "milk \u{1F95B} \"1\"")
            #expect(try throughJSON(ItemMessage(created)).details() == created)
            let deleted = try await items.delete(items.complete(created.id).id)
            #expect(try throughJSON(ItemMessage(deleted)).details() == deleted)
        }
        let page = try await ItemReads(queries: storage.queries, for: .all).fetchAll(limit: 1, includingDeleted: true)
        #expect(page.next != nil)
        #expect(try throughJSON(ItemPageMessage(page)).page() == page)
    }

    @Test func `a profile comes back from JSON as it was`() async throws {
        let profiles = ProfileUseCases(in: .inMemory(), time: SystemTimeSource())
        let profile = try await profiles.completeIdentity(user: "ada ✓", screenName: "Ada", birthday: "1990-12-10")
        #expect(try throughJSON(ProfileMessage(profile)).details() == profile)
    }

    @Test func `sessions and accounts come back from JSON as they were`() throws {
        let session = Session(
            id: SessionID(high: 1, low: 2), account: AccountID(high: 3, low: 4),
            credential: CredentialID(high: 5, low: 6),
            createdAt: Instant(nanosecondsSince1970: 1, decimals: 9),
            lastUsedAt: Instant(nanosecondsSince1970: 2_000, decimals: 6),
            expiresAt: Instant(nanosecondsSince1970: 3_000_000_000, decimals: 0))
        let signedIn = SignedIn(session: session, token: .random())
        let signedInBack = try throughJSON(SignedInMessage(signedIn)).signedIn()
        #expect(signedInBack.session == session)
        #expect(signedInBack.token.text == signedIn.token.text)
        for roles in [[], [Role.operator]] as [Set<Role>] {
            let account = AuthenticatedAccount(session: session, isEmailConfirmed: roles.isEmpty, roles: roles)
            #expect(try throughJSON(AccountMessage(account)).authenticatedAccount() == account)
        }
        let sessions = AccountSessions(current: session.id, all: [session, session])
        #expect(try throughJSON(SessionListMessage(sessions)).accountSessions() == sessions)
    }

    @Test func `a new item keeps its id and its unvalidated name`() throws {
        let id = ItemID(high: 3, low: 4)
        let input = try throughJSON(NewItemMessage(NewItem(id: id, name: " "))).input()
        #expect(input.id == id)
        #expect(input.name == " ")
        let error = #expect(throws: ValidationError.self) {
            try MessageCoding.decode(Array(#"{"id":"7","name":"a"}"#.utf8), as: NewItemMessage.self).input()
        }
        #expect(error?.failures.map(\.field) == ["id"])
    }

    @Test func `page parameters come back from their texts`() throws {
        for request in [
            ItemPageRequest(), ItemPageRequest(after: PageCursor(position: 9), limit: 3, includingDeleted: true),
        ] {
            let values = ItemPageParameters(request).values
            #expect(try ItemPageParameters(APIParameterValues(values)).request == request)
        }
        let error = #expect(throws: ValidationError.self) {
            try ItemPageParameters(APIParameterValues(["after": "?", "limit": "0", "deleted": "1"]))
        }
        #expect(error?.failures.map(\.field) == ["after", "limit", "deleted"])
    }

    @Test func `messages with secrets do not show them`() {
        let messages: [any Undisclosed] = [
            CredentialsMessage(email: "ada@example.com", password: "hunter2"), EmailMessage(email: "ada@example.com"),
            LinkMessage(token: .random()), PasswordMessage(password: "hunter2"),
            PasswordChangeMessage(current: "hunter2", password: "hunter2"),
            PasswordResetMessage(token: .random(), password: "hunter2"),
        ]
        for message in messages {
            #expect(!"\(message)".contains("hunter2") && !"\(message)".contains("ada"))
            #expect(Mirror(reflecting: message).children.isEmpty)
        }
    }

    @Test func `endpoints have unique names and unique pairs of method and path`() {
        let all = ItemEndpoints.descriptions + ProfileEndpoints.descriptions + AuthEndpoints.descriptions
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map { "\($0.method) \($0.path)" }).count == all.count)
    }
}
