import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import Synchronization
import TestRandomness

/// The items of an account, as its workers know them.
final class KnownItems: Sendable {
    /// A POST that was acknowledged, with its answer.
    struct Acknowledged: Sendable {
        let request: APIRequest
        let body: [UInt8]
    }

    /// The audit of the account.
    let audit = Mutex(ItemAudit())

    private let ids = Mutex<[String]>([])
    private let posts = Mutex<[Acknowledged]>([])

    /// The audit as it is now.
    var current: ItemAudit { audit.withLock { $0 } }

    /// The acknowledged POSTs.
    var acknowledgedPosts: [Acknowledged] { posts.withLock { $0 } }

    func add(_ id: String) { ids.withLock { $0.append(id) } }

    func add(_ post: Acknowledged) { posts.withLock { $0.append(post) } }

    /// One of the newest items, so that workers meet; `nil` if there is none.
    func recent(using generator: inout SeededGenerator) -> String? {
        ids.withLock { $0.suffix(6).randomElement(using: &generator) }
    }
}

/// Creates and changes items of an account beside other workers, one request after the other.
struct ItemWorker: Sendable {
    let name: String
    let client: PatientClient
    let items: KnownItems
    var generator: SeededGenerator

    /// Works until it is stopped; the last request is answered.
    mutating func run(until isStopped: @Sendable () -> Bool) async throws {
        var step = 0
        while !isStopped() {
            step += 1
            let key = "\(name)-\(step)"
            guard !generator.chance(30), let id = items.recent(using: &generator) else {
                try await create(key)
                continue
            }
            try await change(id, key)
        }
    }

    private func create(_ key: String) async throws {
        var request = try ItemEndpoints.create.request(NoParameters(), NewItemMessage(NewItem(name: key)))
        request.fields["idempotency-key"] = key
        let answer = try await client.send(request).response
        guard answer.status == 201 else { throw Unexpected(request, answer) }
        let state = try ItemState(MessageCoding.decode(answer.body, as: ItemMessage.self))
        items.audit.withLock { $0.created(state) }
        items.add(KnownItems.Acknowledged(request: request, body: answer.body))
        items.add(state.id)
    }

    private mutating func change(_ id: String, _ key: String) async throws {
        let parameters = ItemParameters(try ItemID(parsing: id))
        let fetching = try ItemEndpoints.fetch.request(parameters, NoMessage())
        let shown = try await client.send(fetching).response
        guard shown.status == 200 else { throw Unexpected(fetching, shown) }
        let state = try ItemState(MessageCoding.decode(shown.body, as: ItemMessage.self))
        items.audit.withLock { $0.see(state) }
        guard !state.isDeleted else { return }
        let change = change(of: state, key)
        var request = try request(change, parameters)
        request.fields["if-match"] = "\(EntityTag(state.version))"
        if request.method == .post { request.fields["idempotency-key"] = key }
        try await send(request, change, of: state)
    }

    private func send(_ request: APIRequest, _ change: ItemState.Change, of state: ItemState) async throws {
        let answer = try await client.send(request)
        switch answer.response.status {
        case 200:
            let result = try ItemState(MessageCoding.decode(answer.response.body, as: ItemMessage.self))
            items.audit.withLock { $0.acknowledge(change, of: state, with: result) }
            guard request.method == .post else { return }
            items.add(KnownItems.Acknowledged(request: request, body: answer.response.body))
        case 409, 412:
            // A repeated POST would have got the answer of the first one. Others may have succeeded before.
            guard answer.isRepeated, request.method != .post else { return }
            items.audit.withLock { $0.doubt(change, of: state) }
        default: throw Unexpected(request, answer.response)
        }
    }

    private mutating func change(of state: ItemState, _ key: String) -> ItemState.Change {
        if generator.chance(45) { return .rename(key) }
        if generator.chance(20) { return .delete }
        return state.isCompleted ? .reopen : .complete
    }

    private func request(_ change: ItemState.Change, _ item: ItemParameters) throws -> APIRequest {
        switch change {
        case .rename(let name): try ItemEndpoints.rename.request(item, ItemNameMessage(name: name))
        case .complete: try ItemEndpoints.complete.request(item, NoMessage())
        case .reopen: try ItemEndpoints.reopen.request(item, NoMessage())
        case .delete: try ItemEndpoints.delete.request(item, NoMessage())
        }
    }
}

/// An answer that no rule explains.
struct Unexpected: Error {
    let request: String
    let answer: String

    init(_ request: APIRequest, _ response: APIResponse) {
        self.request = "\(request.method.rawValue) \(request.target) \(request.fields.all)"
        answer = "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }
}
