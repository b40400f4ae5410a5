import Nacre

/// A stretch of the tail: what the index takes in at once.
///
/// Its columns grow until it is full; from then on they are only read. Whoever has hold of one may look in it, also when
/// the tail has forgotten it.
final class TailGeneration: Sendable {
    private struct State {
        var columns = ByKind(repeating: PostingColumn())
        var tables = ByKind(repeating: PostingTable())
    }

    /// The positions behind this one.
    let after: Position
    private let state = Monitor(State())

    init(after position: Position) {
        after = position
    }

    /// Takes in the postings behind a position, which is where the generation ends so far.
    ///
    /// - Returns: How many they were.
    func append(_ postings: TailPostings, beyond end: Position) -> Int {
        let known = UInt32(clamping: end > postings.after ? end - postings.after : 0)
        let shift = postings.after > after ? UInt32(truncatingIfNeeded: postings.after - after) : 0
        let back = after > postings.after ? UInt32(truncatingIfNeeded: after - postings.after) : 0
        return state.withLock { state in
            var count = 0
            for kind in TermKind.allCases {
                let column = postings.columns[kind]
                let row = known == 0 ? 0 : column.firstRow(beyond: known)
                state.columns[kind].append(column, from: row, shiftedBy: shift &- back)
                count += column.count - row
            }
            return count
        }
    }

    /// The postings that it has now.
    var columns: ByKind<PostingColumn> { state.withLock { $0.columns } }

    /// How many postings a hash has at positions in a range.
    func count(of kind: TermKind, hash: UInt64, in range: ClosedRange<Position>) -> Int {
        withOffsets(of: kind, hash: hash, in: range) { offsets, rows in rows.count }
    }

    /// Appends the positions of a hash in a range to a list, in the order of a walk and at most so many.
    func collect(
        _ kind: TermKind, hash: UInt64, in range: ClosedRange<Position>, _ order: WalkOrder, limit: Int,
        into positions: inout [Position]
    ) {
        withOffsets(of: kind, hash: hash, in: range) { offsets, rows in
            switch order {
            case .ascending:
                for row in rows.prefix(limit) { positions.append(after + Position(offsets[Int(row)])) }
            case .descending:
                for row in rows.suffix(limit).reversed() { positions.append(after + Position(offsets[Int(row)])) }
            }
        }
    }

    /// Marks those of many hashes that stand in it.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: What they are of.
    ///   - marks: Set to true at the index of each hash that does, and left alone at the others.
    func mark(_ hashes: [UInt64], of kind: TermKind, in marks: inout [Bool]) {
        state.withLock { state in
            state.tables[kind].follow(state.columns[kind])
            state.tables[kind].mark(hashes, in: state.columns[kind], &marks)
        }
    }

    /// Runs a body over the column's offsets and the rows of a hash whose positions are in a range.
    private func withOffsets<Result>(
        of kind: TermKind, hash: UInt64, in range: ClosedRange<Position>,
        _ body: (UnsafeBufferPointer<UInt32>, Slice<UnsafeBufferPointer<UInt32>>) -> Result
    ) -> Result {
        let least = UInt32(clamping: range.lowerBound > after ? range.lowerBound - after : 0)
        let greatest = UInt32(clamping: range.upperBound > after ? range.upperBound - after : 0)
        return state.withLock { state in
            state.tables[kind].follow(state.columns[kind])
            let column = state.columns[kind]
            return column.offsets.withUnsafeBufferPointer { offsets in
                state.tables[kind].withRows(of: hash, in: column) { rows in
                    let start = rows.partitioningIndex { offsets[Int($0)] >= least }
                    let end = rows.partitioningIndex { offsets[Int($0)] > greatest }
                    return body(offsets, rows[start..<max(start, end)])
                }
            }
        }
    }
}

extension UnsafeBufferPointer {
    /// The first index whose element meets a condition that all elements behind one that does meet too.
    @inline(__always)
    fileprivate func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
