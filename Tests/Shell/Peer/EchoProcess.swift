package import Nacre

/// A process manager that appends an event for every completed identity; a repeated effect shows as a duplicate.
package struct EchoProcess: ProcessManager {
    package let name = "echoing"
    package let query = Query([Query.Item(types: ["IdentityCompleted"], categories: ["profile"])])

    package init() {}

    package func react(to event: RecordedEvent) async throws -> Commit? {
        Commit([EventData(type: "Echoed", data: Array(event.id.description.utf8))], to: "echoes")
    }
}
