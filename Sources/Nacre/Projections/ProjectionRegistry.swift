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
