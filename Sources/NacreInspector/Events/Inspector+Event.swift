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
            "Event \(event.position), \(event.type.text.inCell)", .event, EventPage(details, command: command))
    }
}
