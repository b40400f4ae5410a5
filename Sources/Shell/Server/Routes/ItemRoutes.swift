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

    /// All of them.
    var all: [Route] {
        [
            Route(ItemEndpoints.list) { call in
                Reply(message: ItemPageMessage(try await items(of: call.caller).fetchAll(call.parameters.request)))
            },
            Route(ItemEndpoints.fetch) { call in
                reply(try await items(of: call.caller).fetch(call.parameters.id))
            },
            Route(ItemEndpoints.create, repeated: created) { call in
                let item = try await items(of: call.caller).create(call.body.input())
                return reply(item, location: "/v1/items/\(item.id)")
            },
            Route(ItemEndpoints.rename) { call in
                let useCases = try items(of: call.caller, at: call.precondition)
                return reply(try await useCases.rename(call.parameters.id, to: call.body.name))
            },
            Route(ItemEndpoints.delete) { call in
                reply(try await items(of: call.caller, at: call.precondition).delete(call.parameters.id))
            },
            Route(ItemEndpoints.complete, repeated: changed) { call in
                reply(try await items(of: call.caller, at: call.precondition).complete(call.parameters.id))
            },
            Route(ItemEndpoints.reopen, repeated: changed) { call in
                reply(try await items(of: call.caller, at: call.precondition).reopen(call.parameters.id))
            },
            Route(events: ItemEndpoints.observeAll) { call in
                let pages = try items(of: call.caller).observeAll(call.parameters.request)
                return EventStream(pages, as: "items", after: call.lastEventID) { ItemPageMessage($0) }
            },
            Route(events: ItemEndpoints.observe) { call in
                let useCases = try items(of: call.caller)
                // A stream of another's item would never send anything: the answer is that of the item.
                _ = try await useCases.fetch(call.parameters.id)
                let item = useCases.observe(call.parameters.id)
                return EventStream(item, as: "item", after: call.lastEventID) { $0.map(ItemMessage.init) }
            },
        ]
    }

    private func access(of caller: Caller) -> ItemAccess {
        .owner(ItemOwner(high: caller.account.id.high, low: caller.account.id.low))
    }

    private func items(of caller: Caller) -> ItemUseCases {
        application.items(for: access(of: caller))
    }

    /// The use cases that change items at the versions of a precondition.
    private func items(of caller: Caller, at precondition: Precondition?) -> ItemUseCases {
        guard case .versions(let versions) = precondition else { return items(of: caller) }
        return application.items(for: access(of: caller), at: versions)
    }

    private func reply(_ details: ItemDetails, location: String? = nil) -> Reply<ItemMessage> {
        Reply(message: ItemMessage(details), version: details.version, location: location)
    }

    /// The first answer to a repeated creation.
    @Sendable
    private func created(
        _ call: Call<NoParameters, NewItemMessage>, _ id: EventID
    ) async throws -> Reply<ItemMessage>? {
        guard let recorded = try await application.item(recordedBy: id) else { return nil }
        let input = try call.body.input()
        guard case .created(let name, _) = recorded.event, try ItemName(input.name) == ItemName(name),
            input.id == nil || input.id == recorded.details.id
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details, location: "/v1/items/\(recorded.details.id)")
    }

    /// The first answer to a repeated change without a body, whose path is part of the event's id.
    @Sendable
    private func changed(
        _ call: Call<ItemParameters, NoMessage>, _ id: EventID
    ) async throws -> Reply<ItemMessage>? {
        try await application.item(recordedBy: id).map { reply($0.details) }
    }
}
