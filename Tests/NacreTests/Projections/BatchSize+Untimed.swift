import Nacre

extension ProjectionRunner.BatchSize {
    /// A size that does not depend on the clock, so that batches are as large on a busy machine.
    static func untimed(events: Int = 1 << 20, bytes: Int = 64 << 20, rows: Int = 1 << 18) -> Self {
        Self(events: events, bytes: bytes, rows: rows, gathering: .seconds(3_600), duration: .seconds(3_600))
    }
}
