import ArgumentParser
import Nacre
import NacreRuntime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The command `nacre export`.
struct ExportCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: "Write events as NDJSON, without loss.",
            discussion: """
                Writes one JSON object per line in log order: the whole log, or one stream. Imported into an empty \
                store and exported again, the lines are the same except for recordedAt.

                With --skip-damaged, the damaged parts of a log are left out and listed on standard error; if there are \
                any, the command exits with 65.

                With -o, the file appears under its name only when it is complete and synced; only its owner can \
                read it.

                Examples:
                  \(Tool.name) export -o history.ndjson
                  \(Tool.name) export order-42
                  \(Tool.name) export | gzip > history.ndjson.gz
                  \(Tool.name) export --skip-damaged -o whole.ndjson
                """)
    }

    @Argument(help: "The stream; the whole log by default.", completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file; standard output by default.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        name: .customLong("skip-damaged"),
        help: "Leave out the damaged parts of the log, and list them on standard error.")
    var skipsDamaged = false

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        let stream = stream.map { StreamName($0) }
        try stream?.validate(as: "stream name")
        try await store.withRuntime(skipsDamaged ? .checking : .reading) { runtime in
            guard !skipsDamaged else {
                return try await exportIntact(stream, of: IntactLog(of: runtime.inspection))
            }
            let total = try await total(of: stream, in: runtime.store)
            if let output {
                try await write(stream, of: runtime.store, to: output, total: total)
            } else if Console.standard.output.terminal.isTerminal {
                // On a terminal, control and invisible format characters in the lines are escaped.
                try await runtime.store.list(EventSelection(stream: stream), .ndjson, tool: Tool.name)
            } else {
                var output = BufferedOutput(descriptor: STDOUT_FILENO, name: "standard output")
                let meter = progress.meter("exporting")
                _ = try await export(stream, of: runtime.store, to: &output, total: total, meter)
                meter.finish()
            }
        }
    }

    /// Exports around damage.
    private func exportIntact(_ stream: StreamName?, of log: IntactLog) async throws {
        var intact = IntactExport(of: log, stream: stream)
        if let output {
            var file = try ReplacingOutput(path: output)
            try await intact.run(tool: Tool.name) { event in try file.output.writeLine(of: event) }
            try file.finish()
            try Console.standard.output.line("exported \(intact.count) events")
        } else if Console.standard.output.terminal.isTerminal {
            var listing = Listing<RecordedEvent>(.ndjson, to: Console.standard.output)
            try await intact.run(tool: Tool.name) { event in try listing.write(event) }
            try listing.finish()
        } else {
            var output = BufferedOutput(descriptor: STDOUT_FILENO, name: "standard output")
            try await intact.run(tool: Tool.name) { event in try output.writeLine(of: event) }
            try output.flush()
        }
        if let error = CommandError.around(intact.damage, tool: Tool.name) { throw error }
    }

    private func total(of stream: StreamName?, in store: any EventStore) async throws -> UInt64 {
        guard let stream else { return try await store.head() }
        let version = try await store.version(of: stream)
        guard version > 0 else { throw CommandError.noSuchStream(stream, tool: Tool.name) }
        return version
    }

    private func write(
        _ stream: StreamName?, of store: any EventStore, to path: String, total: UInt64
    ) async throws {
        var file = try ReplacingOutput(path: path)
        let meter = progress.meter("exporting")
        let count = try await Interruption.reporting("\(quoted(path, upTo: .max)) is not written") {
            try await export(stream, of: store, to: &file.output, total: total, meter)
        }
        meter.enter("syncing the file")
        try file.finish()
        meter.finish()
        try Console.standard.output.line("exported \(count) events")
    }

    private func export(
        _ stream: StreamName?, of store: any EventStore, to output: inout BufferedOutput, total: UInt64,
        _ meter: ProgressMeter
    ) async throws -> Int {
        try await NDJSONExporter(store: store).run(stream: stream, to: &output) { count in
            if count % 1000 == 0 { meter.update(UInt64(count), of: total) }
        }
    }
}
