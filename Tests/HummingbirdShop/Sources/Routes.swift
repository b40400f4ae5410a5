import DomainKit
import Hummingbird

/// The routes of the shop.
func routes(of shop: Shop) -> Router<BasicRequestContext> {
    struct Order: Decodable { let customer: String, cents: Int }
    struct Spent: ResponseEncodable { let cents: Int }

    let router = Router()
    router.add(middleware: DomainErrors())
    router.put("orders/{id}") { request, context -> HTTPResponse.Status in
        let order = try await request.decode(as: Order.self, context: context)
        let id = try context.parameters.require("id")
        try await shop.orders.execute(.place(customer: order.customer, cents: order.cents), on: id)
        return .created
    }
    router.post("orders/{id}/shipping") { _, context -> HTTPResponse.Status in
        try await shop.orders.execute(.ship, on: context.parameters.require("id"))
        return .noContent
    }
    router.get("customers/{name}/spent") { _, context -> Spent in
        Spent(cents: try await shop.spent(by: context.parameters.require("name")))
    }
    return router
}

/// Answers refusals with 422, and conflicts that persist with 409.
struct DomainErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as OrderDecider.Refused {
            throw HTTPError(.unprocessableContent, message: error.description)
        } catch let error where error.isConflict {
            throw HTTPError(.conflict, message: "the order is changing: try again")
        }
    }
}
