public import Nacre

/// What a program runs on a store: its projections and its process managers.
///
/// It is written as a list, in which `if` chooses:
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
///     Spending()
///     if welcomes { ProcessDeclaration { Welcome(in: $0.store) } }
/// }
/// ```
public struct Features: Sendable {
    /// The projections, in the order in which they are brought up to date.
    public private(set) var projections: [any Projection]

    private var makeProcesses: [@Sendable (Storage) -> any ProcessManager]

    /// Makes a list of nothing.
    public init() {
        projections = []
        makeProcesses = []
    }

    /// Makes a list of its entries.
    ///
    /// - Parameter content: The entries.
    public init(@FeaturesBuilder _ content: () -> Features) {
        self = content()
    }

    init(_ projection: any Projection) {
        projections = [projection]
        makeProcesses = []
    }

    init(process make: @escaping @Sendable (Storage) -> any ProcessManager) {
        projections = []
        makeProcesses = [make]
    }

    /// Adds the entries of another list.
    ///
    /// - Parameter others: The other list.
    public mutating func add(_ others: Features) {
        projections += others.projections
        makeProcesses += others.makeProcesses
    }

    /// The schema of which events of a type are written today, as the first projection says that knows the type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The number of the schema; `nil` where no projection knows the type.
    public func presentSchema(of type: EventType) -> Int? {
        projections.lazy.compactMap { $0.presentSchema(of: type) }.first
    }

    /// The process managers, over a log.
    func processes(over storage: Storage) -> [any ProcessManager] { makeProcesses.map { $0(storage) } }
}

/// A process manager that needs the log which it runs on, such as one that decides through `Aggregates`.
public struct ProcessDeclaration: Sendable {
    let make: @Sendable (Storage) -> any ProcessManager

    /// Declares a process manager.
    ///
    /// - Parameter make: Makes it, once for each store that is opened.
    public init(_ make: @escaping @Sendable (_ storage: Storage) -> any ProcessManager) {
        self.make = make
    }
}
