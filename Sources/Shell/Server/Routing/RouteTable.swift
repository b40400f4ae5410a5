import FeatureAPI

/// The routes of a server.
struct RouteTable: Sendable {
    /// What a request asks for.
    enum Match: Sendable {
        case route(Route, pathValues: [String: String])

        /// The path is known, the method is not.
        case otherMethods([APIMethod])

        case none
    }

    /// All routes; of two paths that match, the one with more literal segments comes first.
    let routes: [Route]

    private let routesBySegmentCount: [Int: [Route]]

    init(_ routes: [Route]) {
        self.routes = routes.sorted { $0.endpoint.path.precision > $1.endpoint.path.precision }
        routesBySegmentCount = Dictionary(grouping: self.routes, by: \.endpoint.path.segmentCount)
    }

    /// Finds the route of a request.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for one that no route has.
    ///   - target: The path and the query.
    /// - Returns: What it asks for.
    func match(_ method: APIMethod?, _ target: String) -> Match {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        guard let parts = PathTemplate.segments(of: path) else { return .none }
        var methods: [APIMethod] = []
        for route in routesBySegmentCount[parts.count] ?? [] {
            guard let values = route.endpoint.path.values(in: parts) else { continue }
            if route.endpoint.method == method { return .route(route, pathValues: values) }
            methods.append(route.endpoint.method)
        }
        return methods.isEmpty ? .none : .otherMethods(methods)
    }
}
