/// What a program wants of a store when it opens it.
public enum StoragePurpose: Hashable, Sendable {
    /// To look: a store that is not there is an error, and one that cannot be written is read all the same.
    case looking

    /// To find out what is the matter with it: like looking, but read models that cannot be used stay as they are.
    case checking

    /// To build again what is derived from the log: a store that is not there is an error, and so is one that cannot be
    /// written.
    case rebuilding

    /// To write: a store that is not there is made.
    case writing

    /// Whether a store is made where there is none; otherwise that is an error.
    public var createsStore: Bool { self == .writing }

    /// Whether a store that cannot be written is opened all the same, to be read alone.
    public var readsWhatCannotBeWritten: Bool { self == .looking || self == .checking }

    /// Whether a file of read models that cannot be used, because it is damaged or another program's, is replaced by
    /// opening.
    ///
    /// Otherwise it is left as it is, and the status of each projection says that its model is damaged.
    public var mendsReadModels: Bool { self != .checking }
}
