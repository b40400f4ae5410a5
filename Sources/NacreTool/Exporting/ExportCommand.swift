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
struct ExportCommand<Tool: StoreTool>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: "Write events as NDJSON, without loss.",
            discussion: """
                Writes one JSON object per line in log order: the whole log, or one stream. Imported into an empty \
                store and exported again, the lines are the same except for recordedAt.

                With -o, the file appears under its name only when it is complete and synced; only its owner can \
                read it.

                Examples:
                  \(Tool.name) export -o history.ndjson
                  \(Tool.name) export order-42
                  \(Tool.name) export | gzip > history.ndjson.gz
                """)
    }

    @Argument(help: "The stream; the whole log by default.")
    var stream: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file; standard output by default.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func run() async throws {
        let stream = stream.map { StreamName($0) }
        try await store.withRuntime(.reading) { runtime in
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

    private func total(of stream: StreamName?, in store: any EventStore) async throws -> UInt64 {
        guard let stream else { return try await store.head() }
        try stream.validate(as: "stream name")
        let version = try await store.version(of: stream)
        guard version > 0 else { throw CommandError.noSuchStream(stream, tool: Tool.name) }
        return version
    }

    private func write(
        _ stream: StreamName?, of store: any EventStore, to path: String, total: UInt64
    ) async throws {
        var file = try ReplacingOutput(path: path)
        let meter = progress.meter("exporting")
        let count = try await export(stream, of: store, to: &file.output, total: total, meter)
        meter.finish()
        try file.finish()
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
