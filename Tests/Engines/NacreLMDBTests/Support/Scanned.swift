import Nacre

@testable import NacreLMDB

/// Scans a store where an asynchronous function may not.
func scanned(_ store: LMDBEventStore, after position: Position = 0) throws -> [Position] {
    var positions: [Position] = []
    try store.scan(after: position) { positions.append($0.position) }
    return positions
}
