import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    // INSP-07: A halted follower is repaired by POST, where the command allows it.

    /// The reason that is recorded if none is given.
    static let plainReason = "skipped in the inspector"

    /// Lets a follower retry the event that halts it.
    ///
    /// - Parameter parameters: The name of the follower.
    /// - Returns: A redirection to the health of the store, which shows whether it is halted again.
    /// - Throws: ``InspectorError`` if there is no such follower; errors of the store.
    func retry(_ parameters: Parameters) async throws -> InspectorAnswer {
        let follower = try FollowerReference(parameters)
        return try await repaired { try await follower.retry(in: runtime) }
    }

    /// Makes a follower skip the event that halts it.
    ///
    /// - Parameter parameters: The name of the follower, the position at which it is halted, and the reason.
    /// - Returns: A redirection to the health of the store.
    /// - Throws: ``InspectorError``, with status 409 if it is not halted there; errors of the store.
    func skip(_ parameters: Parameters) async throws -> InspectorAnswer {
        let follower = try FollowerReference(parameters)
        let position = try await haltedPosition(of: follower, parameters).position
        let reason = parameters.value("reason") ?? Self.plainReason
        return try await repaired { try await follower.skip(position, because: reason, in: runtime) }
    }

    /// What would be skipped, which asks for the reason, and then for a confirmation.
    func skipPage(_ parameters: Parameters) async throws -> InspectorAnswer {
        let follower = try FollowerReference(parameters)
        let halt = try await haltedPosition(of: follower, parameters)
        let event = try await runtime.store.event(at: halt.position)
        return page(
            "Skip an event", .skip,
            SkipPage(follower, event, haltedBecause: halt.reason, reason: parameters.value("reason")))
    }

    /// Where a follower is halted, which must be the position of the request: a page may be older than a skip.
    private func haltedPosition(
        of follower: FollowerReference, _ parameters: Parameters
    ) async throws -> (position: Position, reason: String) {
        guard let position = parameters.value("position").flatMap({ Position($0) }) else {
            throw InspectorError(
                status: 400, title: "This cannot be skipped", detail: "The address lacks the position of the event.")
        }
        guard let halt = try await follower.halt(in: runtime) else {
            throw InspectorError(
                status: 409, title: "It is not halted",
                detail: "\(follower.name) is not halted: look at its health again.")
        }
        guard halt.position == position else {
            throw InspectorError(
                status: 409, title: "It is halted elsewhere",
                detail: "\(follower.name) is halted before position \(halt.position), not \(position): "
                    + "look at its health again.")
        }
        return halt
    }

    private func repaired(_ work: () async throws -> Void) async throws -> InspectorAnswer {
        do {
            try await work()
        } catch {
            // It has gone on to an event that halts it, perhaps the same one: the page shows which.
            let cause = (error as? CommandError)?.cause ?? error
            guard let code = (cause as? EventStoreError)?.code, [.projectionHalted, .processHalted].contains(code)
            else { throw error }
        }
        return .redirect(to: Address.health)
    }
}

extension FollowerReference {
    fileprivate init(_ parameters: Parameters) throws(InspectorError) {
        switch (parameters.value("projection"), parameters.value("process")) {
        case (let name?, nil): self = .projection(name)
        case (nil, let name?): self = .process(name)
        default:
            throw InspectorError(
                status: 400, title: "This cannot be repaired",
                detail: "The address must have the name of a projection or of a process manager.")
        }
    }

    /// The name of the parameter that has its name.
    var parameter: String {
        switch self {
        case .projection: "projection"
        case .process: "process"
        }
    }
}

extension Address {
    /// The state of the store.
    static let health = "/health"

    /// Lets a follower retry the event that halts it.
    static func retry(_ follower: FollowerReference) -> String {
        var parameters = Parameters()
        parameters.add(follower.parameter, follower.name)
        return health + "/retry" + parameters.query
    }

    /// Makes a follower skip the event that halts it.
    static func skip(_ follower: FollowerReference, _ position: Position, because reason: String) -> String {
        var parameters = Parameters()
        parameters.add(follower.parameter, follower.name)
        parameters.add("position", "\(position)")
        parameters.add("reason", reason)
        return health + "/skip" + parameters.query
    }
}
