internal import Synchronization

/// Records which projection of a program owns which read model of a ``ReadModelStore``, so that two projections of
/// one name are refused, even if their recorded definitions are equal.
///
/// Projections are distinguished by their type. Any number of runners may run one projection, in any of its schema
/// versions. The registry lives as long as the store object. A store that wraps another one must return the registry
/// of the wrapped store.
///
/// Threading: may be shared between tasks.
public final class ProjectionRegistry: Sendable {
    // PROJ-30: A name belongs to one projection type per store object.

    private struct Entry {
        let type: ObjectIdentifier
        let typeName: String
    }

    // Keyed by the bytes of the names.
    private let entries: Mutex<[[UInt8]: Entry]> = Mutex([:])

    /// Creates an empty registry, for a new store.
    public init() {}

    /// The names of the read models that projections of this program own, sorted.
    public var names: [String] {
        entries.withLock { $0.keys.map { String(decoding: $0, as: UTF8.self) } }.sorted()
    }

    /// The error for a read model that no registered projection owns; `nil` if one owns it, or if no projection is
    /// registered.
    func refusal(of model: String) -> EventStoreError? {
        let isKnown = entries.withLock { $0.isEmpty || $0[[UInt8](model.utf8)] != nil }
        guard !isKnown else { return nil }
        return .invalid(
            """
            none of this program's projections maintains a read model \(quoted(model)): they maintain \
            \(shortList(names.map { quoted($0) }, joinedBy: ", ")): use the name of one of them, or run the projection \
            of that name on this read model store first
            """)
    }

    /// Registers a projection as the owner of the read model of its name.
    ///
    /// - Parameter projection: The projection.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/otherProjection`` if a projection of another
    ///   type has the name.
    func register(_ projection: any Projection) throws(EventStoreError) {
        // A projection limited by a time, or observed, is the same projection as its base.
        let type = type(of: projection.unwrapped)
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
            \(entry.typeName): they would share one read model and one checkpoint: give each its own name
            """, outcome: .notWritten)
    }
}
