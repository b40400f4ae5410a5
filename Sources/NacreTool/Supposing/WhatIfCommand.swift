import ArgumentParser
import CMalloc
import Nacre
import NacreRuntime
import Synchronization

/// The command `nacre what-if`.
struct WhatIfCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "what-if",
            abstract: "Show what would be if some events had been others.",
            discussion: """
                Reads the history with these edits: some events left out, replaced, inserted or moved. It lists the \
                events that the rules of the program would not have allowed then, unless they refuse them as it is, and \
                the rows of the read models that would be others. Nothing is written: the read models are built in a \
                temporary place.

                Events are named by their positions in the log, and rows that contain positions contain those; an \
                inserted event has a position after the head. An inserted event has the time of the event before it, \
                and is a commit of its own unless it comes inside one. Positions in options are those of the log, \
                whatever other edits do. Events of streams without rules are counted as not judged.

                With --to, the edited history is written to a new store, whose positions have no gaps; ids and times \
                stay, and each commit is one append. Its folder must not exist, and appears under its name only when the \
                store is complete. Sealed personal data stays sealed: its keys are those of the original store.

                Examples:
                  \(Tool.name) what-if --without 1200
                  \(Tool.name) what-if --without 1200..1210 --without-stream order-42
                  \(Tool.name) what-if --without-type OrderCancelled --projection \(Tool.exampleProjection)
                  \(Tool.name) what-if --replace 1200 --data '{"amount": 7}'
                  \(Tool.name) what-if --insert 1200 order-42 OrderPlaced '{"amount": 7}' --move 1300 1250
                  \(Tool.name) what-if --without 6f9a41 --to other.store
                """)
    }

    @OptionGroup var edits: EditOptions<Tool>

    @Option(
        help: ArgumentHelp(
            "Compare the read model of this projection only; by default all that the edits may change.",
            valueName: "name"),
        completion: NameCompletion<Tool>.ofProjection)
    var projection: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Also write the edited history to a new store in this folder.", valueName: "path"),
        completion: .directory)
    var destination: String?

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if destination == "" { throw ValidationError("--to is empty: give the path of a folder") }
    }

    func run() async throws {
        // OPS-34: What if returns large blocks of memory to the system.
        nacre_return_large_blocks()
        try await store.withRuntime(.reading) { runtime in
            if let projection { try ProjectionArgument.require(projection, among: runtime.models.names) }
            let folder = try destination.map { path throws(FileError) in try NewStoreFolder(for: path) }
            let history = try await Interruption.reporting("nothing was written") { try await plan(in: runtime) }
            if let folder {
                try await Interruption.reporting("nothing of the new store is left") {
                    try await folder.publish(by: Tool.self) { try await write(history, to: $0) }
                }
            }
            let written = folder == nil ? "nothing was written" : "the new store is complete"
            try await Interruption.reporting("what would be otherwise is not all listed; \(written)") {
                try await list(history, in: runtime)
            }
        }
    }

    /// Plans the edits, and repeats them on standard error.
    private func plan(in runtime: Runtime) async throws -> EditedHistory {
        let requested = self.edits.edits
        let edits = try await requested.edits(in: runtime)
        let meter = progress.meter("planning")
        defer { meter.finish() }
        let history = try await runtime.edited(by: edits) { meter.update($0, of: $1) }
        meter.finish()
        var notes = try await HistoryEdit.lines(of: edits, in: runtime.store)
        for criteria in requested.criteria { notes += try await NearNames(in: runtime).notes(for: criteria) }
        for note in notes { Console.standard.diagnostics.notice(note) }
        return history
    }

    /// Lists what would be otherwise; a table ends with a summary.
    private func list(_ history: EditedHistory, in runtime: Runtime) async throws {
        let output = Console.standard.output
        let listing = Mutex(Listing<WhatIfFinding>(format.format, to: output))
        let whatIf = WhatIf(runtime, history) { [progress] action in
            let meter = progress.meter(action)
            return WhatIf.Phase(update: { meter.update($0, of: $1) }, finish: { meter.finish() })
        }
        let summary = try await whatIf.run(projections: projection.map { [$0] }) { finding in
            try listing.withLock { listing throws(FileError) in try listing.write(finding) }
        }
        try listing.withLock { listing throws(FileError) in try listing.finish() }
        if format.format == .table { try output.line(summary.text) }
    }

    /// Writes the commits, each as one append.
    private func write(_ history: EditedHistory, to copy: any EventStore) async throws {
        let meter = progress.meter("writing")
        defer { meter.finish() }
        try await history.forEachCommit(
            progress: { meter.update($0, of: $1) }, { try await copy.append($0, as: .system) })
    }
}
