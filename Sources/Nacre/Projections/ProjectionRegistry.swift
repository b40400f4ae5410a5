internal import Synchronization

/// Which projection of a program keeps which read model: what the object of a ``ReadModelStore`` holds for as long as it is
/// there, so that two projections of one name are refused, though all that is recorded of them be equal.
///
/// What tells two projections apart is their type. Any number of runners may run one projection, in any of its schema
/// versions. A store that wraps another one hands on what that holds.
///
/// Threading: may be shared between tasks.
public final class ProjectionRegistry: Sendable {
    private struct Entry {
        let type: ObjectIdentifier
        let typeName: String
    }

    // By the bytes of names.
    private let entries: Mutex<[[UInt8]: Entry]> = Mutex([:])

    /// Makes an empty registry, for a new store.
    public init() {}

    /// The names of the read models that projections of this program keep, in order.
    public var names: [String] {
        entries.withLock { $0.keys.map { String(decoding: $0, as: UTF8.self) } }.sorted()
    }

    /// The error of a read model that no projection keeps; `nil` where one does, or none at all is known.
    func refusal(of model: String) -> EventStoreError? {
        let isKnown = entries.withLock { $0.isEmpty || $0[[UInt8](model.utf8)] != nil }
        guard !isKnown else { return nil }
        return .invalid(
            """
            no projection of this program keeps a read model \(quoted(model)): there are \
            \(shortList(names.map { quoted($0) }, joinedBy: ", ")): ask for one of them by its projection's name, or run the \
            projection of that name over this store of read models first
            """)
    }

    /// Takes down that a projection keeps the read model of its name.
    ///
    /// - Parameter projection: The projection.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/otherProjection`` where one of another type has taken
    ///   the name.
    func register(_ projection: any Projection) throws(EventStoreError) {
        // What is cut off at a time is the same projection.
        let type = type(of: (projection as? ProjectionUntil)?.base ?? projection)
        let entry = Entry(type: ObjectIdentifier(type), typeName: String(reflecting: type))
        let name = [UInt8](projection.name.utf8)
        let found = entries.withLock { entries in
            let found = entries[name, default: entry]
            entries[name] = found
            return found
        }
        guard found.type != entry.type else { return }
        throw EventStoreError(
            .otherProjection,
            """
            two projections of this program have the name \(quoted(projection.name)), \(found.typeName) and \
            \(entry.typeName): they would share one read model and one checkpoint: give each a name of its own
            """, outcome: .notWritten)
    }
}
