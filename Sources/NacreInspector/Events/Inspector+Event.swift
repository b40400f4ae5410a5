import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// An event, by its position, its id, or the beginning of its id.
    func event(_ reference: String) async throws -> InspectorAnswer {
        let event = try await EventReference(text: reference).event(in: runtime.store)
        // One event has one address, however it was found.
        guard reference == "\(event.position)" else { return .redirect(to: Address.event(event.position)) }
        let details = try await EventDetails(of: event, in: runtime.store)
        return page(
            "Event \(event.position), \(event.type.text.inCell)", .event,
            EventPage(details, halts: await halts(at: event.position), command: command))
    }

    /// The projections that are halted at an event; sentences.
    private func halts(at position: Position) async -> [String] {
        do {
            return try await StoreHealth.haltedProjections(of: runtime, tool: tool).filter { $0.position == position }
                .map { "\($0.name) is halted at this event: \($0.remark)" }
        } catch {
            return ["Whether something is halted at this event cannot be said: \(error)"]
        }
    }
}
