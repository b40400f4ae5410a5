public import ArgumentParser
public import Logging
public import Nacre
public import NacreRuntime

/// A command line for a program's own features, with all commands of a store.
///
/// The commands read, follow, append, import, export, replay, verify and copy, and manage projections and processes.
///
/// ```swift
/// @main struct ShopCommand: StoreTool {
///     static let (name, version) = ("shop", "1.0")
///     static var features: Features { Spending() }
///     static func engine(_ at: StoreLocation) -> LMDBEngine { .lmdb(at: at.path, options: .init(logger: at.logger)) }
/// }
/// ```
///
/// The store is a folder: `--store`, else the environment variable named after the program, `SHOP_STORE`, else
/// `./shop.store`.
public protocol StoreTool: SendableMetatype {
    /// The storage engine.
    associatedtype Engine: StorageEngine

    /// The program's name: letters, digits and hyphens.
    static var name: String { get }

    /// The program's version, which `--version` prints.
    static var version: String { get }

    /// A description of the program in one line.
    static var abstract: String { get }

    /// Examples of use, each a command line; empty by default.
    static var examples: [String] { get }

    /// The projections and process managers of the program.
    @FeaturesBuilder static var features: Features { get }

    /// The program's own commands, beside those of every store; empty by default.
    static var commands: [CommandGroup] { get }

    /// Examples of the addresses of replicated logs that ``engine(_:)`` takes, such as `etcd://127.0.0.1:2379/shop`; empty
    /// by default, which leaves `--log` out.
    static var replicatedLogs: [String] { get }

    /// The engine for a store.
    ///
    /// - Parameter store: The store's folder, the address of its replicated log, and the logger for the engine's own
    ///   messages.
    /// - Returns: The engine, which has opened nothing yet.
    static func engine(_ store: StoreLocation) -> Engine

    /// The exit status after an error of the program's own domain; without an implementation, it is 1.
    ///
    /// - Parameter error: The error.
    /// - Returns: The status; `nil` for an error that is not the program's own.
    static func exitCode(for error: any Error) -> Int32?
}

/// The folder of a store, and the logger for its engine's own messages.
public struct StoreLocation: Sendable {
    /// The folder.
    public let path: String

    /// The address of the replicated log of which the folder is a node; `nil` for a store of one machine.
    public let log: String?

    /// The logger, which writes to standard error.
    public let logger: Logger
}

extension StoreTool {
    /// An embedded event store with the program's name.
    public static var abstract: String { "The event store of \(name): append, read, replay and inspect its log." }

    /// No examples.
    public static var examples: [String] { [] }

    /// No commands of its own.
    public static var commands: [CommandGroup] { [] }

    /// No replicated logs.
    public static var replicatedLogs: [String] { [] }

    /// No statuses of its own.
    public static func exitCode(for error: any Error) -> Int32? { nil }

    /// The projection named in the help's examples: the first whose name does not look like an option.
    static var exampleProjection: String {
        features.projections.map(\.name).first { !$0.hasPrefix("-") } ?? "NAME"
    }

    /// The environment variable for the store's folder.
    static var storeVariable: String { "\(variablePrefix)_STORE" }

    /// The environment variable for the address of the store's replicated log.
    static var logVariable: String { "\(variablePrefix)_LOG" }

    private static var variablePrefix: String {
        String(name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// The default folder of the store.
    static var defaultStore: String { "./\(name).store" }
}
