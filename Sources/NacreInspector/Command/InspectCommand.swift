public import ArgumentParser
import Logging
import NIOCore
import Nacre
import NacreRuntime
public import NacreTool
import ServiceLifecycle
import UnixSignals

/// The command `nacre inspect`, for the commands of a tool.
///
/// ```swift
/// static let commands = [CommandGroup(name: "In the browser", subcommands: [InspectCommand<Self>.self])]
/// ```
public struct InspectCommand<Tool: StoreTool>: AsyncParsableCommand {
    /// The name, the abstract and examples.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "inspect",
            abstract: "Show a store in the browser: its log, its events, their causes and consequences.",
            discussion: """
                Prints an address once connections are accepted: open it in a browser of this machine. The address has \
                a token, which lets in the browser that opens it; without it, nothing of the store is shown. Ctrl-C or \
                SIGTERM ends the inspector, and with it the token.

                It listens on 127.0.0.1 alone, only reads, and works beside a process that writes to the store, whose \
                new events it shows as they come.

                With --allow-repair, a halted projection or process manager has buttons that retry or skip the event, \
                as projections and processes do with retry and skip. The store must be writable then.

                Examples:
                  \(Tool.name) inspect
                  \(Tool.name) inspect --allow-repair
                  \(Tool.name) inspect --store copy.store --port 9000
                """)
    }

    @Option(help: "The port on 127.0.0.1; 0 for any free one.")
    var port: UInt16 = 0

    @Flag(help: "Let pages retry or skip the event that halts a projection or a process manager.")
    var allowRepair = false

    @OptionGroup var store: StoreOptions<Tool>

    /// Creates an empty command; the argument parser fills it.
    public init() {}

    /// Serves the store until a signal ends it.
    ///
    /// - Throws: The errors of opening the store; an error of the port.
    public func run() async throws {
        let console = Console.standard
        // For what the commands for retrying and skipping open it.
        try await store.withRuntime(allowRepair ? .rebuilding : .reading) { runtime in
            let inspector = try Inspector(
                runtime, storeAt: try store.absolutePath(), tool: Tool.name, allowsRepair: allowRepair)
            let server = try InspectorServer(inspector, port: Int(port), logger: console.diagnostics.logger) {
                address in
                do {
                    try console.output.line(address)
                    try console.output.flush()
                } catch {
                    console.diagnostics.notice("the address cannot be printed: \(error)")
                }
            }
            try await run(server, console.diagnostics.logger)
        }
    }

    private func run(_ server: InspectorServer, _ logger: Logger) async throws {
        var configuration = ServiceGroupConfiguration(
            services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.silent(logger))
        // A client that does not read its answer must not keep the inspector from ending.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw FileError(.inputOutput, "cannot listen on port \(port) of 127.0.0.1", systemError: error.errnoCode)
        }
    }

    /// A logger that says nothing of failures: the command reports them.
    private static func silent(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .critical
        return logger
    }
}
