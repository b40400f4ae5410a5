package import Nacre

/// A process manager that says again what completes an identity: done twice, it would be there twice.
package struct Echoing: ProcessManager {
    package let name = "echoing"
    package let query = Query([Query.Item(types: ["IdentityCompleted"], categories: ["profile"])])

    package init() {}

    package func react(to event: RecordedEvent) async throws -> Commit? {
        Commit([EventData(type: "Echoed", data: Array(event.id.description.utf8))], to: "echoes")
    }
}
