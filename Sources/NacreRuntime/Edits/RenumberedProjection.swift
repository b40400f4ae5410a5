import Nacre

/// A projection that knows the events of an edited history by their recorded positions.
///
/// Rows that no edit changes are then the same as in the read model of the recorded log.
struct RenumberedProjection: WrappingProjection {
    let base: any Projection
    let history: EditedHistory

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let position = history.position(at: event.position)
        try base.apply(
            EventView(event, at: position, version: event.version, isLastOfCommit: event.isLastOfCommit), to: model)
    }
}
