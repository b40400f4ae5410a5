import ArgumentParser
import Nacre
import NacreRuntime

/// The command `nacre import`.
struct ImportCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: "Append the events of an NDJSON file.",
            discussion: """
                The file has one JSON object per line, as export writes them; stream and type are required. 1,000 \
                lines form one commit.

                Events that are already recorded (same id, stream, type and data) are skipped and counted. Importing \
                a file again therefore changes nothing, and importing a file that has grown adds its new events. A \
                bad line stops the import with 65: the batches before it stay, and nothing of its own batch is \
                written. After the line is fixed, running the import again continues from there. If it fails or is \
                interrupted, standard error says up to which line the file is recorded.

                The command returns when the read models have applied the events. If the events are recorded but a \
                read model cannot apply them, the command exits with 3.

                The file is text in UTF-8; a byte order mark is skipped. \(LimitTexts.lines)

                Examples:
                  \(Tool.name) import history.ndjson
                  \(Tool.name) import history.ndjson --check
                  gunzip -c history.ndjson.gz | \(Tool.name) import -
                """)
    }

    @Argument(help: "The file; - reads standard input.", completion: .file())
    var file: String

    @Flag(name: .customLong("check"), help: "Check the whole file and write nothing.")
    var isCheck = false

    @Flag(name: .customLong("verbose"), help: "Print a line for each batch as soon as it is durable.")
    var isVerbose = false

    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    private var input: ImportInput { ImportInput(path: file) }

    func run() async throws {
        // Begun before the store is opened: a file that is missing or compressed must not create a store.
        var source = try input.open()
        do { try source.begin() } catch { throw named(error) }
        if isCheck { try await check(source) } else { try await append(source) }
    }

    /// An error of the input, with its name.
    private func named(_ error: any Error) -> any Error {
        guard let error = error as? ImportError else { return error }
        let file = file == "-" ? "" : " \(ShellWord(file))"
        if error.code == .compressed {
            return CommandError(
                .badInput, "\(input.name) \(error.reason): gunzip -c\(file) | \(Tool.name) import -", cause: error)
        }
        if error.code == .otherEncoding {
            return CommandError(
                .badInput,
                "\(input.name) \(error.reason): iconv -f UTF-16 -t UTF-8\(file) | \(Tool.name) import -", cause: error)
        }
        return CommandError(.badInput, "\(input.name):\(error.line): \(error.reason)", cause: error)
    }

    private func append(_ source: consuming LineSource) async throws {
        let runtime = try await store.openRuntime(.writing)
        do {
            try await append(source, to: runtime)
            await runtime.close()
        } catch let error as StoppedImport {
            await runtime.close()
            throw error.with(cause: await store.explainedDamage(error.cause))
        } catch {
            await runtime.close()
            throw error
        }
    }

    private func append(_ source: consuming LineSource, to runtime: Runtime) async throws {
        let output = Console.standard.output
        let meter = progress.meter("importing")
        var announcer = BatchAnnouncer(to: isVerbose ? output : nil, meter: meter, size: input.size)
        let summary: ImportSummary
        do {
            summary = try await NDJSONImporter(store: runtime.store).run(source) { announcer.announce($0) }
        } catch let error as CancellationError {
            Interruption.report(announcer.summary.recorded(of: input.name))
            throw error
        } catch {
            throw StoppedImport(named(error), after: announcer.summary, of: input.name)
        }
        meter.finish()
        // Printed before the read models catch up: the events are recorded even if they fail.
        try output.line("imported \(summary.imported) events, skipped \(summary.skipped) already recorded")
        try output.flush()
        do {
            if summary.lines > 0 { try await runtime.showRecorded(progress) }
        } catch let error as CancellationError {
            Interruption.report("the events are recorded; commands that read them bring the read models up to date")
            throw error
        } catch {
            throw CommandError(
                .notShown,
                "the events are recorded; the read models do not show them yet: \(error)",
                cause: error)
        }
        if let failure = announcer.failure { throw failure }
    }

    private func check(_ source: consuming LineSource) async throws {
        let runtime = try await store.openRuntimeIfPresent()
        let meter = progress.meter("checking")
        var announcer = BatchAnnouncer(to: nil, meter: meter, size: input.size)
        do {
            let checker = NDJSONChecker(store: runtime?.store)
            let summary = try await checker.run(source) { announcer.announce($0) }
            meter.finish()
            await runtime?.close()
            try Console.standard.output.line(
                "checked \(summary.lines) lines: \(summary.imported) events to import, "
                    + "\(summary.skipped) already recorded; nothing was written")
        } catch {
            await runtime?.close()
            if error is CancellationError {
                let lines = announcer.summary.lines
                Interruption.report("no fault up to line \(lines) of \(input.name); nothing was written")
            }
            throw await store.explainedDamage(named(error))
        }
    }
}
