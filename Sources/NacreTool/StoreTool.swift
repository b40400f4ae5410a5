public import ArgumentParser
public import Logging
public import Nacre
public import NacreRuntime

/// A command line over a program's own features, with every command that a store has: reading, following, appending,
/// importing, exporting, projections, processes, replaying, verifying, copying.
///
/// ```swift
/// @main struct Shop: StoreTool {
///     static let name = "shop"
///     static let version = "1.0"
///     static var features: Features { Spending() }
///     static func engine(_ store: StoreLocation) -> LMDBEngine {
///         .lmdb(at: store.path, options: .init(logger: store.logger))
///     }
/// }
/// ```
///
/// The store is a folder: `--store`, else the variable of the environment that is called as the program is, `SHOP_STORE`, else
/// `./shop.store`.
public protocol StoreTool: SendableMetatype {
    /// What keeps the stores.
    associatedtype Engine: StorageEngine

    /// The name of the program: letters, digits and hyphens.
    static var name: String { get }

    /// The version of the program, which `--version` prints.
    static var version: String { get }

    /// What the program is, in a line.
    static var abstract: String { get }

    /// Examples of use, a command line each; none unless they are given.
    static var examples: [String] { get }

    /// The projections and process managers of the program.
    @FeaturesBuilder static var features: Features { get }

    /// The program's own commands, beside those of every store; none unless they are given.
    static var commands: [CommandGroup] { get }

    /// What keeps a store.
    ///
    /// - Parameter store: Where it is, and where the engine says what it does on its own account.
    /// - Returns: The engine, which has opened nothing yet.
    static func engine(_ store: StoreLocation) -> Engine

    /// With which status the program ends after an error of its own domain; 1 unless it is given.
    ///
    /// - Parameter error: The error.
    /// - Returns: The status; `nil` for one that is not the program's own.
    static func exitCode(for error: any Error) -> Int32?
}

/// Where a store is, and where its engine says what it does on its own account.
public struct StoreLocation: Sendable {
    /// The folder.
    public let path: String

    /// Writes on standard error.
    public let logger: Logger
}

extension StoreTool {
    /// An embedded event store with the program's name.
    public static var abstract: String { "The event store of \(name): append, read, replay and inspect its log." }

    /// None.
    public static var examples: [String] { [] }

    /// None.
    public static var commands: [CommandGroup] { [] }

    /// None of its own.
    public static func exitCode(for error: any Error) -> Int32? { nil }

    /// The projection that examples in the help name.
    static var exampleProjection: String { features.projections.first?.name ?? "NAME" }

    /// The variable of the environment that says where the store is.
    static var storeVariable: String {
        let letters = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return "\(String(letters))_STORE"
    }

    /// Where the store is, where nothing else is said.
    static var defaultStore: String { "./\(name).store" }
}
