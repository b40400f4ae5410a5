public import Nacre

/// The projections and process managers that a program runs on a store, and the deciders of its streams.
///
/// Declare them in a result builder, which supports `if` and `for`:
///
/// ```swift
/// let runtime = try await Runtime.open(.lmdb(at: "shop.nacre")) {
///     Spending()
///     if isPacking { ProcessDeclaration { Packing(parcels: Aggregates(in: $0.store, time: $0.time)) } }
/// }
/// ```
public struct Features: Sendable {
    /// The projections, in the order in which they are brought up to date.
    public private(set) var projections: [any Projection]

    /// The deciders with which tools fold the states of streams.
    public private(set) var deciders: [DeciderDeclaration] = []

    private var makeProcesses: [@Sendable (Storage) -> any ProcessManager]

    /// Creates an empty list.
    public init() {
        projections = []
        makeProcesses = []
    }

    /// Creates a list from the declared features.
    ///
    /// - Parameter content: The projections, process managers and deciders.
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

    init(_ decider: DeciderDeclaration) {
        self.init()
        deciders = [decider]
    }

    /// Appends the features of another list.
    ///
    /// - Parameter others: The other list.
    public mutating func add(_ others: Features) {
        projections += others.projections
        makeProcesses += others.makeProcesses
        deciders += others.deciders
    }

    /// The schema version in which events of a type are written today, according to the first projection that knows the
    /// type.
    ///
    /// - Parameter type: The event type.
    /// - Returns: The schema number; `nil` if no projection knows the type.
    public func currentSchema(of type: EventType) -> Int? {
        projections.lazy.compactMap { $0.currentSchema(of: type) }.first
    }

    /// Creates the process managers for a log.
    func processes(over storage: Storage) -> [any ProcessManager] { makeProcesses.map { $0(storage) } }
}

/// A process manager that needs the store on which it runs, for example to decide through `Aggregates`.
public struct ProcessDeclaration: Sendable {
    let make: @Sendable (Storage) -> any ProcessManager

    /// Declares a process manager.
    ///
    /// - Parameter make: Creates the process manager; called once for each store that is opened.
    public init(_ make: @escaping @Sendable (_ storage: Storage) -> any ProcessManager) {
        self.make = make
    }
}
