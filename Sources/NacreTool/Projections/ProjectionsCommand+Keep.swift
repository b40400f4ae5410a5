import ArgumentParser
import Nacre
import NacreRuntime

extension ProjectionsCommand {
    /// The command `nacre projections keep`.
    struct Keep: InterruptibleCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "keep",
                abstract: "Keep states of read models, so that questions about the past start there.",
                discussion: """
                    A question with --as-of builds a read model from the log up to that moment. It starts at the \
                    nearest kept state before the moment, if there is one, and else at the beginning. The states are \
                    files in the folder "kept" of the store, at every n events; run the command again when the log \
                    has grown. They are derived from the log: one that is damaged, or does not fit the projection or \
                    the log, is removed with a notice, and changes no answer. A backup leaves them out.

                    A projection keeps at most \(Self.limits.states) states, at a multiple of n if there would be \
                    more; all together take at most \(Self.limits.bytes >> 30) GiB. Beyond that, those with the \
                    closest neighbours are removed.

                    Examples:
                      \(Tool.name) projections keep \(Tool.exampleProjection)
                      \(Tool.name) projections keep --all --every 100000
                      \(Tool.name) projections keep --list
                      \(Tool.name) projections keep --remove --all
                    """)
        }

        private static var limits: KeptStateLimits { KeptStateLimits() }

        @Argument(help: "The name of the projection.")
        var name: String?

        @Flag(name: .customLong("all"), help: "Every projection that has events, in place of one.")
        var isOfAll = false

        @Option(help: ArgumentHelp("The number of events between two states.", valueName: "n"))
        var every: UInt64 = 250_000

        @Flag(name: .customLong("list"), help: "List the kept states, and keep none.")
        var isListing = false

        @Flag(name: .customLong("remove"), help: "Remove the kept states, and keep none.")
        var isRemoving = false

        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<Tool>
        @OptionGroup var progress: ProgressOptions

        func validate() throws {
            if isListing, isRemoving { throw ValidationError("--list and --remove exclude each other: give one") }
            if name != nil, isOfAll { throw ValidationError("give the name of a projection or --all, not both") }
            if name == nil, !isOfAll, !isListing { throw ValidationError("give the name of a projection, or --all") }
            if every == 0 { throw ValidationError("--every is 0: it must be at least 1") }
        }

        func run() async throws {
            try await store.withRuntime(.reading) { runtime in
                if isListing {
                    let states = try await runtime.keptStates().filter { name == nil || $0.model == name }
                    if states.isEmpty { try await requireName(in: runtime) }
                    return try Console.standard.output.list(states, format.format)
                }
                guard !isRemoving else { return try await remove(in: runtime) }
                try await keep(in: runtime)
            }
        }

        private func remove(in runtime: Runtime) async throws {
            // Also those of projections that this program does not have.
            let states = try await runtime.removeKeptStates(of: name)
            if states.isEmpty { try await requireName(in: runtime) }
            try Console.standard.output.list(states, format.format)
        }

        /// Checks that the named projection, if one is named, exists.
        private func requireName(in runtime: Runtime) async throws {
            guard let name else { return }
            try ProjectionArgument.require(name, among: try await runtime.projections().map(\.name))
        }

        private func keep(in runtime: Runtime) async throws {
            try await requireName(in: runtime)
            var names: [String] = []
            if let name { names = [name] } else { names = try await runtime.usedProjections() }
            var kept: [KeptState] = []
            var halts: [EventStoreError] = []
            for name in names {
                do {
                    kept += try await keep(name, in: runtime)
                } catch let error as EventStoreError where error.code == .projectionHalted && isOfAll {
                    // The other projections keep theirs.
                    kept += try await runtime.keptStates().filter { $0.model == name }
                    halts.append(error)
                }
            }
            try Console.standard.output.list(kept, format.format)
            if let halt = halts.first { throw halt }
        }

        private func keep(_ name: String, in runtime: Runtime) async throws -> [KeptState] {
            let meter = progress.meter("keeping states of \(name)")
            defer { meter.finish() }
            let done = "the states of \(name) that are complete are kept; repeat the command to go on"
            let (states, interval) = try await Interruption.reporting(done) {
                try await runtime.keepStates(of: name, every: every, limits: Self.limits) { meter.update($0, of: $1) }
            }
            meter.finish()
            if interval != every {
                Console.standard.diagnostics.notice(
                    "states of \(name) are kept every \(interval) events: every \(every) would be more than "
                        + "\(Self.limits.states) states")
            }
            return states
        }
    }
}

extension KeptState: Listed {
    static let columns: [TableColumn] = [
        .text("PROJECTION"), .number("POSITION"), .number("SCHEMA"), .number("BYTES"),
    ]

    var cells: [String] { [TerminalText.cell(model), "\(position)", "\(schemaVersion)", "\(bytes)"] }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("projection", model)
            writer.field("position", position)
            writer.field("schema", schemaVersion)
            writer.field("bytes", self.bytes)
        }
    }
}
