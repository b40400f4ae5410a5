import NIOCore
import NIOHTTP1

/// An item that a client created, as it was last acknowledged.
package struct ServedItem: Hashable, Sendable {
    package var id: String
    package var number: Int
    package var version: UInt64 = 1

    /// Whether a rename of it was not answered, so that it may have the next version.
    package var isUncertain = false

    package init(id: String, number: Int) { (self.id, self.number) = (id, number) }
}

/// One client on a connection: its sessions, its draws, and what the server has acknowledged to it.
///
/// It changes its own items only, so that no other client's change makes its versions stale.
package struct ServedClient: Sendable {
    package let number: Int

    /// The index of its account.
    package let account: Int

    /// The tokens of its sessions, which it uses in turn.
    let tokens: [String]

    /// The length of an item's name.
    let nameBytes: Int

    /// The maximum number of items on a page.
    let pageLimit: Int

    package private(set) var items: [ServedItem] = []

    /// The numbers of creations that were not answered.
    package private(set) var unanswered: Set<Int> = []

    private var random: SplitMix64
    private var created = 0
    private var calls = 0

    package init(_ number: Int, account: Int, tokens: [String], nameBytes: Int, pageLimit: Int, seed: UInt64) {
        (self.number, self.account, self.tokens) = (number, account, tokens)
        (self.nameBytes, self.pageLimit) = (nameBytes, pageLimit)
        random = SplitMix64(seed: SplitMix64.hash(seed &+ UInt64(number)))
    }

    /// A request with what its answer will mean.
    struct Plan {
        var kind: RequestKind
        var call: HTTPCall

        /// The number of the created item, or the index of another one.
        var item = 0
    }

    /// The name of a client's item at a version: what the audit recognises it by.
    package func name(of item: Int, at version: UInt64) -> String {
        let text = "\(number)-\(item).\(version) "
        return text + String(repeating: "x", count: max(1, nameBytes - text.utf8.count))
    }

    /// The parts of a name; `nil` if no client gave it.
    package static func parts(of name: String) -> (client: Int, item: Int)? {
        let parts = name.prefix { $0 != "." }.split(separator: "-").map { Int($0) }
        guard parts.count == 2, let client = parts[0], let item = parts[1] else { return nil }
        return (client, item)
    }

    /// Draws the next request.
    mutating func next(_ shares: RequestShares) -> Plan {
        calls += 1
        let token = tokens[calls % tokens.count]
        var kind = shares.draw(&random)
        // Without an item there is nothing to fetch or rename.
        if items.isEmpty, kind == .fetch || kind == .rename { kind = .create }
        switch kind {
        case .create:
            created += 1
            unanswered.insert(created)
            let call = HTTPCall(
                .POST, "/v1/items", token: token, fields: [("idempotency-key", "\(number)-\(created)")],
                body: body(of: created, at: 1))
            return Plan(kind: kind, call: call, item: created)
        case .rename:
            let index = random.next(below: items.count)
            let item = items[index]
            items[index].isUncertain = true
            let call = HTTPCall(
                .PATCH, "/v1/items/\(item.id)", token: token, fields: [("if-match", "\"v\(item.version)\"")],
                body: body(of: item.number, at: item.version + 1))
            return Plan(kind: kind, call: call, item: index)
        case .list:
            return Plan(kind: kind, call: HTTPCall(.GET, "/v1/items?limit=\(pageLimit)", token: token))
        case .fetch:
            let index = random.next(below: items.count)
            return Plan(kind: kind, call: HTTPCall(.GET, "/v1/items/\(items[index].id)", token: token), item: index)
        }
    }

    /// Notes an answer; returns the kind of failure if it is not the expected one.
    mutating func note(_ answer: HTTPAnswer, to plan: Plan) -> String? {
        switch (plan.kind, answer.status) {
        case (.create, 201):
            let prefix = "/v1/items/"
            guard let location = answer.head.headers.first(name: "location"), location.hasPrefix(prefix) else {
                return "no location"
            }
            unanswered.remove(plan.item)
            items.append(ServedItem(id: String(location.dropFirst(prefix.count)), number: plan.item))
        case (.rename, 200):
            items[plan.item].version += 1
            items[plan.item].isUncertain = false
            guard answer.head.headers.first(name: "etag") == "\"v\(items[plan.item].version)\"" else {
                return "another version"
            }
        case (.list, 200), (.fetch, 200): break
        default: return "status \(answer.status)"
        }
        return nil
    }

    private func body(of item: Int, at version: UInt64) -> ByteBuffer {
        // A name has no character that JSON escapes.
        ByteBuffer(string: "{\"name\":\"\(name(of: item, at: version))\"}")
    }
}
