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
                Streams whose names begin with $ are reserved for the store and refused.

                With --expect, the event is appended only if the stream is in the expected state; otherwise the \
                command exits with 2. With --id, the command can be repeated safely: an event that is already \
                recorded is not appended again.

                The command returns when the read models have applied the event. If the event is recorded but a read \
                model cannot apply it, the command exits with 3 and reports where the event is recorded.

                \(LimitTexts.event)

                Examples:
                  \(Tool.name) append order-42 OrderPlaced --data '{"total": 12}' --expect none
                  \(Tool.name) append order-42 OrderShipped --data '{}' --expect 1 --tag carrier:post
                  \(Tool.name) append order-42 OrderPaid --data '{}' --actor ada --metadata reason=correction
                """)
    }

    @Argument(help: "The stream.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String

    @Argument(help: "The event's type.", completion: NameCompletion<Tool>.of(.type))
    var type: String

    @Option(help: ArgumentHelp("The event's data: a JSON value, stored byte for byte.", valueName: "json"))
    var data: String

    @Option(
        help: ArgumentHelp(
            "The expected state of the stream: any, none (it does not exist), exists, or a version.",
            valueName: "any|none|exists|n"),
        transform: EventArguments.expectation)
    var expect: Expectation = .any

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("A tag of the event; repeat it for several tags.", valueName: "tag"))
    var tags: [String] = []

    @Option(
        help: ArgumentHelp("The event's id; a repetition with the same id appends nothing.", valueName: "uuid"),
        transform: EventArguments.id)
    var id: EventID?

    @Option(
        help: ArgumentHelp(
            """
            The schema number of the data, 1 to \(Limits.schema); older schemas are read through upcasters. By default the schema that this \
            program writes, or 1 for a type that it does not know.
            """, valueName: "n"))
    var schema: Int?

    @OptionGroup var context: EventContextOptions
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
            let result = try await Runtime.recording(repeatOption: "--id \(id)") {
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
                    stream: stream, version: appended.version, position: appended.position, repeatOption: "--id \(id)",
                    cause: error)
            }
        }
    }

    private func event(_ id: EventID) throws(CommandError) -> EventData {
        let type = EventType(type)
        return EventData(
            id: id, type: type, schema: schema ?? Tool.features.currentSchema(of: type) ?? 1,
            tags: tags.map { Tag($0) },
            data: try EventArguments.json(data, of: "--data"),
            metadata: try context.json())
    }
}
