public import ArgumentParser

/// The option `--store`.
public struct StoreOptions<Tool: StoreTool>: ParsableArguments, Sendable {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "The folder of the store; by default $\(Tool.storeVariable), else \(Tool.defaultStore).",
            valueName: "path"),
        completion: .directory)
    var given: String?

    /// The folder of the store.
    public var path: String { Self.path(given: given, environment: environment(Tool.storeVariable)) }

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

    /// Validates the path without reading the disk.
    ///
    /// - Throws: `ValidationError` if the path is empty or its bytes are not UTF-8.
    public func validate() throws {
        if given == nil, let fault = RawArguments.fault(inVariable: Tool.storeVariable) { throw ValidationError(fault) }
        if given == "" { throw ValidationError("--store is empty: give the path of a folder") }
    }
}
