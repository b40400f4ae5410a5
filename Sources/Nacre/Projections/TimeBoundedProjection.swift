import DomainKit

/// A projection of only the events whose `time` is at or before a given time, in the order of the log.
struct TimeBoundedProjection: WrappingProjection {
    let base: any Projection
    let time: Instant

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard event.time <= time else { return }
        try base.apply(event, to: model)
    }
}
