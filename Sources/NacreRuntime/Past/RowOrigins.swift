package import Nacre
import Synchronization

/// The events after which a row changed.
package struct RowOrigins: Hashable, Sendable {
    /// The maximum number of positions that are kept.
    package static let maxPositions = 8

    /// The positions of the last events after which the row changed, in log order.
    package private(set) var positions: [Position] = []

    /// The number of events after which it changed.
    package private(set) var count = 0

    /// Adds an event that is later than the others; the same one may be added again.
    mutating func add(_ position: Position) {
        guard position > positions.last ?? 0 else { return }
        positions.append(position)
        if positions.count > Self.maxPositions { positions.removeFirst() }
        count += 1
    }
}

/// Records which events change some rows.
final class RowOriginRecorder: Sendable {
    private struct State {
        var origins: [RowDifference.Place: RowOrigins]
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let moves: RowMoves

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - places: The places of the rows; of a row that moves, the later one.
    ///   - moves: The rows that move. Events of all their places are recorded, whichever keys they have in between.
    init(of places: [RowDifference.Place], joining moves: RowMoves) {
        self.moves = moves
        state = Mutex(State(origins: Dictionary(places.map { ($0, RowOrigins()) }) { first, _ in first }))
    }

    subscript(_ place: RowDifference.Place) -> RowOrigins { state.withLock { $0.origins[place] ?? RowOrigins() } }

    /// The projection, whose changes by the events of a span are recorded.
    func observe(_ projection: any Projection, in span: Span) -> ObservedProjection {
        ObservedProjection(projection, where: span.contains) { event, changes in
            self.state.withLock { state in
                do {
                    for change in changes {
                        let place = try self.place(of: change, projection, among: state.origins)
                        state.origins[place]?.add(event.position)
                    }
                } catch {
                    state.failure = error
                }
            }
        }
    }

    /// Checks that all changed rows could be decoded.
    ///
    /// - Throws: The error of decoding one.
    func requireDecoded() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    /// The place at which a change is recorded.
    private func place(
        of change: ObservedProjection.Change, _ projection: any Projection,
        among origins: [RowDifference.Place: RowOrigins]
    ) throws -> RowDifference.Place {
        let place = RowDifference.Place(table: change.table, key: change.key)
        if let later = moves.later(than: place) { return later }
        guard !moves.named.isEmpty, origins[place] == nil, let value = change.after ?? change.before,
            let row = try projection.decodedRow(key: change.key, value: value, in: change.table)
        else { return place }
        return moves.named[RowMoves.Name(row.name, in: change.table)] ?? place
    }
}
