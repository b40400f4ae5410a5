import LMDB
import Nacre

extension IndexSnapshot {
    /// Hands out the positions of a hash behind a given one, in ascending order.
    ///
    /// - Parameters:
    ///   - kind: What the hash is of.
    ///   - hash: The hash; a position is a candidate, to be confirmed in the log.
    ///   - after: The positions beyond this one.
    ///   - body: Takes a position and says whether to go on.
    /// - Throws: ``UnusableIndex``, and what the body throws.
    borrowing func forEachPosition(
        of kind: TermKind, hash: UInt64, after: Position, _ body: (Position) throws -> Bool
    ) throws {
        guard after < .max else { return }
        let start = Posting(hash: hash, position: after + 1)
        let end = Posting(hash: hash, position: .max)
        var cursor = try openCursor()
        for run in manifest.runs where run.kind == kind && run.lastPosition > after && run.first <= end {
            var segment =
                try cursor.segment(of: run, atMost: start) ?? cursor.segment(of: run, beginningWith: run.first)
            var index = segment.firstIndex(atLeast: start)
            while true {
                while index < segment.count, segment.hash(at: index) == hash {
                    guard try body(segment.position(at: index)) else { return }
                    index += 1
                }
                guard index == segment.count, segment.next.hash == hash, !segment.isLast else { break }
                segment = try cursor.segment(of: run, beginningWith: segment.next)
                index = 0
            }
        }
    }

    /// Hands out the positions of a hash up to a given one, in descending order.
    ///
    /// - Parameters:
    ///   - kind: What the hash is of.
    ///   - hash: The hash; a position is a candidate, to be confirmed in the log.
    ///   - from: The positions up to and with this one.
    ///   - body: Takes a position and says whether to go on.
    /// - Throws: ``UnusableIndex``, and what the body throws.
    borrowing func forEachPositionDescending(
        of kind: TermKind, hash: UInt64, from: Position, _ body: (Position) throws -> Bool
    ) throws {
        let start = Posting(hash: hash, position: from)
        var cursor = try openCursor()
        for run in manifest.runs.reversed() where run.kind == kind && run.firstPosition <= from {
            guard var segment = try cursor.segment(of: run, atMost: start) else { continue }
            var index = segment.firstIndex(beyond: start)
            while true {
                while index > 0, segment.hash(at: index - 1) == hash {
                    guard try body(segment.position(at: index - 1)) else { return }
                    index -= 1
                }
                guard index == 0, segment.first > run.first else { break }
                segment = try cursor.segment(of: run, before: segment)
                index = segment.count
            }
        }
    }
}
