public import ArgumentParser
import Logging

/// The options `--store` and `--log`.
public struct StoreOptions<Tool: StoreTool>: ParsableArguments, Sendable {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "The folder of the store; by default $\(Tool.storeVariable), else \(Tool.defaultStore).",
            valueName: "path"),
        completion: .directory)
    var given: String?

    @Option(
        name: .customLong("log"),
        help: ArgumentHelp(
            """
            The replicated log of the store, of which the folder is a node: \(Tool.replicatedLogs.joined(separator: " or ")); by \
            default $\(Tool.logVariable), else none. Without it, the store of a node can only be read, as far as it has \
            followed.
            """, valueName: "address", visibility: Tool.replicatedLogs.isEmpty ? .private : .default))
    var givenLog: String?

    /// The folder of the store.
    public var path: String { Self.path(given: given, environment: environment(Tool.storeVariable)) }

    /// The address of the replicated log; `nil` if the store is not opened as a node of one.
    public var log: String? {
        guard !Tool.replicatedLogs.isEmpty else { return nil }
        return givenLog ?? environment(Tool.logVariable).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder and the log, with a logger for the engine.
    func location(_ logger: Logger) -> StoreLocation { StoreLocation(path: path, log: log, logger: logger) }

    /// Whether the option is given.
    package var isGiven: Bool { given != nil }

    /// The selected folder.
    ///
    /// - Parameters:
    ///   - given: The value of the option.
    ///   - environment: The value of the variable; an empty value counts as unset.
    /// - Returns: The path.
    static func path(given: String?, environment: String?) -> String {
        given ?? environment.flatMap { $0.isEmpty ? nil : $0 } ?? Tool.defaultStore
    }

    /// Creates empty options; the argument parser fills them.
    public init() {}

    /// Validates the path and the address without reading the disk.
    ///
    /// - Throws: `ValidationError` if one is empty or its bytes are not UTF-8, or the program has no replicated logs.
    public func validate() throws {
        if given == nil, let fault = RawArguments.fault(inVariable: Tool.storeVariable) { throw ValidationError(fault) }
        if given == "" { throw ValidationError("--store is empty: give the path of a folder") }
        guard !Tool.replicatedLogs.isEmpty else {
            if givenLog != nil { throw ValidationError("\(Tool.name) has no replicated logs: leave --log out") }
            return
        }
        if givenLog == nil, let fault = RawArguments.fault(inVariable: Tool.logVariable) {
            throw ValidationError(fault)
        }
        if givenLog == "" {
            let examples = Tool.replicatedLogs.joined(separator: " or ")
            throw ValidationError("--log is empty: give an address such as \(examples)")
        }
    }
}
