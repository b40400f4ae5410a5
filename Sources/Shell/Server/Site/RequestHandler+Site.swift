import AuthDomain
import FeatureAPI
import Nacre

extension RequestHandler {
    /// The site if a request is for a path that the API does not have, and will not have; `nil` for the API.
    func site(of arrival: Arrival) -> (any Site)? {
        guard !arrival.target.hasPrefix("/v1/"), case .none = routes.match(arrival.method, arrival.target) else {
            return nil
        }
        return site
    }

    /// Answers a request for a path outside the API.
    func answer(
        _ arrival: Arrival, _ body: @escaping BodyReader, by site: any Site, _ outcome: inout Outcome
    ) async throws {
        if let refusal = arrival.refusal {
            try limiter.admit(address: arrival.address)
            throw refusal
        }
        let request = SiteRequest(arrival, limiter, body: body)
        let answer = try await EventContext.with(correlationID: arrival.id) { try await site.answer(request) }
        outcome.endpoint = answer.name
        outcome.caller = answer.caller
        switch answer.content {
        case .response(let response): outcome.answer = .response(response)
        case .events(let events): outcome.answer = .events(events)
        }
    }
}

extension Failure {
    /// The answer of a site.
    func response(to id: String, by site: any Site) -> APIResponse {
        var problem = problem
        problem.requestId = id
        var response = site.response(to: problem)
        for (name, value) in fields.all { response.fields[name] = value }
        return response
    }
}
