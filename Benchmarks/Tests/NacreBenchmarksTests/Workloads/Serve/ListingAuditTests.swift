import DomainKit
import ItemsDomain
import NIOCore
import NIOHTTP1
import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct ListingAuditTests {
    private static let first = ItemID(high: 1, low: 1)
    private static let second = ItemID(high: 1, low: 2)

    private func client(_ number: Int = 0, account: Int = 0) -> ServedClient {
        ServedClient(number, account: account, tokens: ["t"], nameBytes: 30, pageLimit: 10, seed: 1)
    }

    private func answer(_ status: HTTPResponseStatus, _ name: String, _ value: String) -> HTTPAnswer {
        HTTPAnswer(head: HTTPResponseHead(version: .http1_1, status: status, headers: [name: value]))
    }

    /// A client to which the creation of an item was acknowledged.
    private func creator(of id: ItemID = first, _ number: Int = 0, account: Int = 0) -> ServedClient {
        var client = client(number, account: account)
        let plan = client.next(.creating)
        #expect(client.note(answer(.created, "location", "/v1/items/\(id)"), to: plan) == nil)
        return client
    }

    private func listed(
        _ id: ItemID = first, by client: ServedClient, number: Int = 1, version: UInt64 = 1
    ) -> ItemDetails {
        let time = Instant(nanosecondsSince1970: 0, decimals: 9)
        return ItemDetails(
            id: id, name: client.name(of: number, at: version), isCompleted: false, isDeleted: false, createdAt: time,
            updatedAt: time, version: version)
    }

    private func broken(_ clients: [ServedClient], _ lists: [[ItemDetails]]) -> [String] {
        ListingAudit(of: clients).run(lists).checks.filter { !$0.passed }.map(\.name)
    }

    @Test func `what was acknowledged and is listed once passes`() {
        let client = creator()
        #expect(broken([client], [[listed(by: client)]]).isEmpty)
    }

    @Test func `an acknowledged item that is not listed fails`() {
        #expect(broken([creator()], [[]]) == ["every acknowledged item is listed, by its account"])
    }

    @Test func `a creation that was applied twice fails`() {
        let client = creator()
        #expect(
            broken([client], [[listed(by: client), listed(Self.second, by: client)]]) == ["no item is listed twice"])
    }

    @Test func `an item in the list of another account fails`() {
        let clients = [creator(), creator(of: Self.second, 1, account: 1)]
        let lists = [[listed(by: clients[0]), listed(Self.second, by: clients[1])], []]
        #expect(
            broken(clients, lists) == [
                "every acknowledged item is listed, by its account",
                "no account lists anything that its clients did not request",
            ])
    }

    @Test func `a creation without an answer may be listed once`() {
        var client = creator()
        _ = client.next(.creating)
        #expect(broken([client], [[listed(by: client)]]).isEmpty)
        let inDoubt = listed(Self.second, by: client, number: 2)
        #expect(broken([client], [[listed(by: client), inDoubt]]).isEmpty)
        #expect(broken([client], [[listed(by: client), inDoubt, inDoubt]]) == ["no item is listed twice"])
        #expect(
            broken([client], [[listed(by: client), listed(Self.second, by: client, number: 3)]])
                == ["no account lists anything that its clients did not request"])
    }

    @Test func `a rename must be listed if acknowledged, and may be if it was not answered`() {
        var client = creator()
        let shares = RequestShares.mixed(readPercent: 0)
        var plan = client.next(shares)
        while plan.kind != .rename { plan = client.next(shares) }
        let inDoubt = client
        #expect(client.note(answer(.ok, "etag", "\"v2\""), to: plan) == nil)
        let altered = ["every item has its last acknowledged name and version"]
        #expect(broken([client], [[listed(by: client)]]) == altered)
        #expect(broken([client], [[listed(by: client, version: 2)]]).isEmpty)
        #expect(broken([inDoubt], [[listed(by: client)]]).isEmpty)
        #expect(broken([inDoubt], [[listed(by: client, version: 2)]]).isEmpty)
        #expect(broken([inDoubt], [[listed(by: client, version: 3)]]) == altered)
    }

    @Test func `an answer with another status or version is a failure`() {
        var client = client()
        let plan = client.next(.creating)
        #expect(client.note(answer(.tooManyRequests, "retry-after", "1"), to: plan) == "status 429")
        #expect(client.unanswered == [1])
    }
}
