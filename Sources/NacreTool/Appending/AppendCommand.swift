import ArgumentParser
import DomainKit
import Nacre
import NacreRuntime

/// The command `nacre append`.
struct AppendCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "append",
            abstract: "Append one event to a stream.",
            discussion: """
                Streams whose names begin with $ are the store's own, and refused.

                With --expect the event is appended only where the stream is as expected; otherwise the command exits \
                with 2. With --id it can be repeated safely: an event that is recorded already is not appended again.

                It returns when the read models have seen the event; where it is recorded and one of them cannot follow, \
                the command exits with 3 and says where the event is recorded.

                Examples:
                  \(Tool.name) append order-42 OrderPlaced --data '{"total": 12}' --expect none
                  \(Tool.name) append order-42 OrderShipped --data '{}' --expect 1 --tag carrier:post
                """)
    }

    @Argument(help: "The stream.")
    var stream: String

    @Argument(help: "The event's type.")
    var type: String

    @Option(help: ArgumentHelp("The event's data: a JSON value, kept byte for byte.", valueName: "json"))
    var data: String

    @Option(
        help: ArgumentHelp(
            "What the stream must be: any, none (not there), exists or at a version.",
            valueName: "any|none|exists|n"),
        transform: EventArguments.expectation)
    var expect: Expectation = .any

    @Option(name: .customLong("tag"), help: ArgumentHelp("A tag of the event; may be given again.", valueName: "tag"))
    var tags: [String] = []

    @Option(
        help: ArgumentHelp("The event's id, by which a repeat is known.", valueName: "uuid"),
        transform: EventArguments.id)
    var id: EventID?

    @Option(
        help: ArgumentHelp(
            """
            The number of the data's schema: data of an older one is read through upcasters. The one that the program \
            writes today where it is left out, and 1 for a type that the program does not know.
            """, valueName: "n"))
    var schema: Int?

    @Option(help: ArgumentHelp("The event's metadata: a JSON object.", valueName: "json"))
    var metadata: String?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        let stream = StreamName(stream)
        // Chosen before the append, so that every error message can name it.
        let id = id ?? EventID.timeOrdered(at: SystemTimeSource().now())
        let commit = Commit([try event(id)], to: stream, expecting: expect)
        // Validated before opening: an invalid event must not create a store.
        try commit.validate(as: .application)
        try await store.withRuntime(.writing) { runtime in
            let result = try await Runtime.recording(again: "--id \(id)") {
                try await runtime.store.append(commit)
            }
            let appended = AppendedEvent(
                position: result.lastPosition, stream: stream, version: result.version(of: stream) ?? 0,
                wasAlreadyCommitted: result.wasAlreadyCommitted)
            // Printed before the read models catch up: the event is recorded even if they fail.
            try Console.standard.output.show(appended, format.format)
            try Console.standard.output.flush()
            do {
                try await runtime.showRecorded(progress)
            } catch {
                throw RecordedNotShown(
                    stream: stream, version: appended.version, position: appended.position, again: "--id \(id)",
                    cause: error)
            }
        }
    }

    private func event(_ id: EventID) throws(CommandError) -> EventData {
        let type = EventType(type)
        return EventData(
            id: id, type: type, schema: schema ?? Tool.features.presentSchema(of: type) ?? 1,
            tags: tags.map { Tag($0) },
            data: try EventArguments.json(data, of: "--data"),
            metadata: try metadata.map(EventArguments.metadata) ?? [])
    }
}
