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

/// The command `nacre salvage`.
struct SalvageCommand<Tool: StoreTool>: InterruptibleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "salvage",
            abstract: "Copy what is whole of a damaged store to a new one.",
            discussion: """
                For a store without a backup. Reads around every damaged block of the log, then the events of the journal \
                that could not be recovered, and appends what is whole to a new store. Events keep their ids, times, \
                tags, data, metadata and commits, and get consecutive positions and a new time of recording. A commit of \
                which a part is lost is kept in part.

                Prints the ranges of positions: where the kept ones are in the new store, and what is lost and why. \
                If anything is damaged, the command exits with 65. The damaged store does not change. The folder of the \
                new one appears under its name only when it is complete.

                Examples:
                  \(Tool.name) salvage whole.store
                  \(Tool.name) salvage whole.store --format ndjson > salvaged.ndjson
                """)
    }

    @Argument(
        help: ArgumentHelp("The folder of the new store, which must not exist.", valueName: "dest"),
        completion: .directory)
    var destination: String

    @OptionGroup var format: FormatOptions
    @OptionGroup var store: StoreOptions<Tool>
    @OptionGroup var progress: ProgressOptions

    func validate() throws {
        if destination.isEmpty {
            throw ValidationError("the path of the new store is empty: give the path of a folder")
        }
    }

    func run() async throws {
        try await store.withRuntime(.checking) { runtime in
            let folder = try NewStoreFolder(for: destination)
            let summary = try await Interruption.reporting("nothing of the new store is left") {
                try await folder.publish(by: Tool.self) { try await salvage(runtime.inspection, into: $0) }
            }
            try finish(summary)
        }
    }

    /// Copies what is whole.
    private func salvage(
        _ source: any StoreInspection, into target: any EventStore
    ) async throws -> SalvageSummary {
        let output = Console.standard.output
        // Rows on a terminal would begin behind the line of progress.
        let meter = (output.terminal.isTerminal ? ProgressOptions.silent : progress).meter("salvaging")
        defer { meter.finish() }
        let listing = RangeListing(format.format, to: output)
        var salvage = LogSalvage(of: source, into: target) { try listing.write($0) }
        try await salvage.run { meter.update(UInt64($0), fraction: nil) }
        try listing.finish()
        return salvage.summary
    }

    private func finish(_ summary: SalvageSummary) throws {
        let diagnostics = Console.standard.diagnostics
        diagnostics.notice(
            "copied \(Figures.count(summary.events, "event")) to \(quoted(destination, upTo: .max))\(summary.cuts)")
        let secrets = ["keys", "secrets.mdb"].filter { access("\(store.path)/\($0)", F_OK) == 0 }
        if !secrets.isEmpty {
            diagnostics.notice(
                "the new store has no \(secrets.joined(separator: " and no ")), which sealed data and sessions need: copy "
                    + "\(secrets.count == 1 ? "it" : "both") there, then run \(Tool.name) secrets bind")
        }
        let damage = summary.damage.filter(\.isLost)
        guard !summary.damage.isEmpty else { return }
        if !damage.isEmpty {
            diagnostics.notice(
                "positions in the reserved streams, whose names begin with $, are those of the damaged log: check skips "
                    + "and process managers before the new store is used")
        }
        throw CommandError(
            .faultsFound,
            "the log is damaged in \(Figures.count(summary.damage.count, "place")), and the new store has what is whole: see "
                + "the list")
    }
}

/// The list of ranges, written from a closure.
private final class RangeListing {
    private var listing: Listing<SalvagedRange>

    init(_ format: OutputFormat, to output: StandardOutput) {
        listing = Listing(format, to: output)
    }

    func write(_ range: SalvagedRange) throws(FileError) { try listing.write(range) }

    func finish() throws(FileError) { try listing.finish() }
}
