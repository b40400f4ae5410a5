public import ItemsDomain
public import ProfileDomain

/// What can be asked of the read models, of today or of a moment of the past.
public struct ReadSide: Sendable {
    /// What can be asked about items.
    public let items: ItemReads

    /// What can be asked about profiles.
    public let profiles: ProfileReads
}

extension Kernel {
    /// What can be asked of the read models of today.
    public var reads: ReadSide { ReadSide(items: items.reads, profiles: profiles.reads) }
}
