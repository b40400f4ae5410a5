/// The purpose for which a program opens a store.
public enum StoragePurpose: Hashable, Sendable {
    // OPS-07: A store is opened for a stated purpose.

    /// Reading.
    ///
    /// The store must exist. If it cannot be written, it is opened read-only.
    case reading

    // OPS-08: A check repairs no read model.
    /// Diagnosis: like ``reading``, but unusable read models are left as they are.
    case checking

    /// Rebuilding derived data.
    ///
    /// The store must exist and be writable.
    case rebuilding

    /// Writing.
    ///
    /// The store is created if it does not exist.
    case writing

    /// Whether the store is created if it does not exist.
    ///
    /// Otherwise opening it throws.
    public var createsStore: Bool { self == .writing }

    /// Whether a store that cannot be written is opened read-only.
    public var fallsBackToReadOnly: Bool { self == .reading || self == .checking }

    /// Whether opening replaces an unusable file of read models: one that is damaged, or belongs to another program.
    ///
    /// Otherwise the file is left as it is, and the status of each projection reports its model as damaged.
    public var repairsReadModels: Bool { self != .checking }
}
