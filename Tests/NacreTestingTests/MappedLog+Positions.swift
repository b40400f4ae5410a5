import Nacre

extension MappedLog {
    /// Scans the log on this thread.
    ///
    /// - Parameters:
    ///   - position: The scan begins after this position.
    ///   - end: The last position.
    ///   - meanwhile: Called with each position.
    /// - Returns: The positions of the events.
    /// - Throws: The errors of the scan.
    func positions(
        after position: Position = 0, upTo end: Position = .max, _ meanwhile: (Position) -> Void = { _ in }
    ) throws -> [Position] {
        var positions: [Position] = []
        try scan(
            after: position,
            while: { event in
                positions.append(event.position)
                meanwhile(event.position)
                return event.position < end
            })
        return positions
    }
}
