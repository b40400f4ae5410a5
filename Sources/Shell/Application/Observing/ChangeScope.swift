/// What a change concerns, or what an observer shows.
enum ChangeScope<Part: Hashable & Sendable>: Hashable, Sendable {
    /// One part of a read model, such as the items of an owner.
    case part(Part)

    /// Every part. So does a change whose part is not known.
    case everything
}
