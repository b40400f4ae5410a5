import AuthDomain
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import Nacre
import Shell

/// The routes of items.
struct ItemRoutes: Sendable {
    let application: Application

    /// The shortest time between two queries of an event stream.
    let streamInterval: Duration

    /// All of them.
    var all: [Route] {
        [
            Route(ItemEndpoints.list) { call in
                let items = try items(call.parameters.scope, for: call.caller)
                return Reply(message: ItemPageMessage(try await items.fetchAll(call.parameters.request)))
            },
            Route(ItemEndpoints.fetch) { call in
                reply(try await items(call.parameters.scope, for: call.caller).fetch(call.parameters.id))
            },
            Route(ItemEndpoints.create, repeated: created) { call in
                let item = try await items(.own, for: call.caller).create(call.body.input())
                return reply(item, location: "/v1/items/\(item.id)")
            },
            Route(ItemEndpoints.rename) { call in
                reply(try await changing(call).rename(call.parameters.id, to: call.body.name))
            },
            Route(ItemEndpoints.delete) { call in
                reply(try await changing(call).delete(call.parameters.id))
            },
            Route(ItemEndpoints.complete, repeated: changed) { call in
                reply(try await changing(call).complete(call.parameters.id))
            },
            Route(ItemEndpoints.reopen, repeated: changed) { call in
                reply(try await changing(call).reopen(call.parameters.id))
            },
            Route(ItemEndpoints.restore, repeated: changed) { call in
                reply(try await changing(call).restore(call.parameters.id))
            },
            Route(ItemEndpoints.revise, repeated: revised) { call in
                let items = try items(call.parameters.scope, for: call.caller)
                return reply(
                    try await items.revise(
                        ItemRevision(
                            id: call.parameters.id, commands: call.body.commands(), version: call.version)))
            },
            Route(ItemEndpoints.history) { call in
                let items = try items(call.parameters.scope, for: call.caller)
                return Reply(message: ItemHistoryMessage(try await items.fetchHistory(call.parameters.id)))
            },
            Route(events: ItemEndpoints.changes) { call in
                let access = try access(of: call.caller, to: call.parameters.scope)
                return EventStream(application.itemChanges(for: access), after: call.lastEventID)
            },
            Route(events: ItemEndpoints.observeAll) { call in
                let pages = try observed(call.parameters.scope, by: call.caller).observeAll(call.parameters.request)
                return EventStream(pages, as: "items", after: call.lastEventID) { ItemPageMessage($0) }
            },
            Route(events: ItemEndpoints.observe) { call in
                let useCases = try observed(call.parameters.scope, by: call.caller)
                // A stream of another's item would never send anything: the answer is that of the item.
                _ = try await useCases.fetch(call.parameters.id)
                let item = useCases.observe(call.parameters.id)
                return EventStream(item, as: "item", after: call.lastEventID) { $0.map(ItemMessage.init) }
            },
        ]
    }

    /// The items of a scope, if the caller may see them.
    private func access(of caller: Caller, to scope: ItemScope) throws(AuthError) -> ItemAccess {
        let own = ItemOwner(high: caller.account.id.high, low: caller.account.id.low)
        switch scope {
        case .own, .owner(own): return .owner(own)
        case .all:
            try caller.account.require(.operator)
            return .all
        case .owner(let other):
            try caller.account.require(.operator)
            return .owner(other)
        }
    }

    private func items(_ scope: ItemScope, for caller: Caller) throws(AuthError) -> ItemUseCases {
        application.items(for: try access(of: caller, to: scope))
    }

    /// The use cases of one event stream.
    private func observed(_ scope: ItemScope, by caller: Caller) throws(AuthError) -> ItemUseCases {
        application.items(for: try access(of: caller, to: scope), observedEvery: streamInterval)
    }

    /// The use cases that change items at the versions of a precondition.
    private func changing<Body: APIMessage>(
        _ call: Call<ItemParameters, Body>
    ) throws(AuthError) -> ItemUseCases {
        let scope = call.parameters.scope
        let caller = try call.caller
        guard case .versions(let versions) = call.precondition else { return try items(scope, for: caller) }
        return application.items(for: try access(of: caller, to: scope), at: versions)
    }

    private func reply(_ details: ItemDetails, location: String? = nil) -> Reply<ItemMessage> {
        var reply = Reply(message: ItemMessage(details), version: details.version, location: location)
        // An operator's answer about another's item is erased with the other's account.
        reply.account = details.owner.map { AccountID(high: $0.high, low: $0.low) }
        return reply
    }

    /// The first answer to a repeated creation.
    @Sendable
    private func created(
        _ call: Call<NoParameters, NewItemMessage>, _ ids: EventIDs
    ) async throws -> Reply<ItemMessage>? {
        guard let recorded = try await application.item(recordedBy: ids) else { return nil }
        let input = try call.body.input()
        guard case .created(let name, _) = recorded.events[0], try ItemName(input.name) == ItemName(name),
            input.id == nil || input.id == recorded.details.id
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details, location: "/v1/items/\(recorded.details.id)")
    }

    /// The first answer to a repeated change without a body, whose path is part of the event's id.
    @Sendable
    private func changed(
        _ call: Call<ItemParameters, NoMessage>, _ ids: EventIDs
    ) async throws -> Reply<ItemMessage>? {
        try await application.item(recordedBy: ids).map { reply($0.details) }
    }

    /// The first answer to repeated changes.
    @Sendable
    private func revised(
        _ call: Call<ItemParameters, ItemChangesMessage>, _ ids: EventIDs
    ) async throws -> Reply<ItemMessage>? {
        let changes = call.body.changes
        guard let recorded = try await application.item(recordedBy: ids, count: changes.count) else { return nil }
        guard recorded.details.id == call.parameters.id,
            ItemChangesMessage(recorded.events).changes.isSubsequence(of: try call.body.trimmed.changes)
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details)
    }
}
