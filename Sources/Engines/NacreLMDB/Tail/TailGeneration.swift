import Nacre

/// A part of the tail, indexed as one batch.
///
/// Its columns grow until it is full and are read-only afterwards. A reference to a generation stays usable after the
/// tail has dropped it.
final class TailGeneration: Sendable {
    private struct State {
        var columns = ByKind(repeating: PostingColumn())
        var tables = ByKind(repeating: PostingTable())
    }

    /// The generation covers the positions after this one.
    let after: Position
    private let state = Monitor(State())

    init(after position: Position) {
        after = position
    }

    /// Adds the postings after a position, which is the generation's present end.
    ///
    /// - Returns: The number of postings added.
    func append(_ postings: TailPostings, beyond end: Position) -> Int {
        let known = UInt32(clamping: end > postings.after ? end - postings.after : 0)
        let shift = postings.after > after ? UInt32(truncatingIfNeeded: postings.after - after) : 0
        let back = after > postings.after ? UInt32(truncatingIfNeeded: after - postings.after) : 0
        return state.withLock { state in
            var count = 0
            for kind in TermKind.allCases {
                let column = postings.columns[kind]
                guard column.count > 0 else { continue }
                let row = known == 0 ? 0 : column.firstRow(beyond: known)
                state.columns[kind].append(column, from: row, shiftedBy: shift &- back)
                count += column.count - row
            }
            return count
        }
    }

    /// The present postings.
    var columns: ByKind<PostingColumn> { state.withLock { $0.columns } }

    /// The number of postings of a hash in a range of positions.
    func count(of kind: TermKind, hash: UInt64, in range: ClosedRange<Position>) -> Int {
        unsafe withOffsets(of: kind, hash: hash, in: range) { offsets, rows in unsafe rows.count }
    }

    /// Appends the positions of a hash in a range to a list, in the order of a walk, up to a limit.
    func collect(
        _ kind: TermKind, hash: UInt64, in range: ClosedRange<Position>, _ order: WalkOrder, limit: Int,
        into positions: inout [Position]
    ) {
        unsafe withOffsets(of: kind, hash: hash, in: range) { offsets, rows in
            // Plain loops: collections of indices cost a version's look-up 4 % more instructions.
            switch order {
            case .ascending:
                var index = unsafe rows.startIndex
                let end = unsafe index + min(limit, rows.count)
                while index < end {
                    unsafe positions.append(after + Position(offsets[Int(rows[index])]))
                    index += 1
                }
            case .descending:
                var index = unsafe rows.endIndex
                let end = unsafe index - min(limit, rows.count)
                while index > end {
                    index -= 1
                    unsafe positions.append(after + Position(offsets[Int(rows[index])]))
                }
            }
        }
    }

    /// Marks those of many hashes that it contains.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: The kind of the hashes.
    ///   - marks: Set to `true` at the index of each hash found; other elements stay unchanged.
    func mark(_ hashes: [UInt64], of kind: TermKind, in marks: inout [Bool]) {
        state.withLock { state in
            state.tables[kind].follow(state.columns[kind])
            state.tables[kind].mark(hashes, in: state.columns[kind], &marks)
        }
    }

    /// Runs a body on the column's offsets and the rows of a hash in a range of positions.
    private func withOffsets<Result>(
        of kind: TermKind, hash: UInt64, in range: ClosedRange<Position>,
        _ body: (UnsafeBufferPointer<UInt32>, Slice<UnsafeBufferPointer<UInt32>>) -> Result
    ) -> Result {
        let least = UInt32(clamping: range.lowerBound > after ? range.lowerBound - after : 0)
        let greatest = UInt32(clamping: range.upperBound > after ? range.upperBound - after : 0)
        return state.withLock { state in
            state.tables[kind].follow(state.columns[kind])
            let column = state.columns[kind]
            return unsafe column.offsets.withUnsafeBufferPointer { offsets in
                unsafe state.tables[kind].withRows(of: hash, in: column) { rows in
                    let start = unsafe rows.partitioningIndex { unsafe offsets[Int($0)] >= least }
                    let end = unsafe rows.partitioningIndex { unsafe offsets[Int($0)] > greatest }
                    return unsafe body(offsets, rows[start..<max(start, end)])
                }
            }
        }
    }
}

extension UnsafeBufferPointer {
    /// The first index whose element satisfies a predicate that holds for all later elements too.
    @inline(__always)
    fileprivate func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if unsafe isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
