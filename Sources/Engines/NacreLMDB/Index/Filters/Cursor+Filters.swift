import LMDB
import Nacre

extension Cursor {
    /// A chunk of a run's filter, with unverified blocks.
    ///
    /// - Throws: ``UnusableIndex`` if it is missing or has the wrong size.
    mutating func filterChunk(_ chunk: UInt64, of layout: FilterLayout) throws -> UnsafeRawPointer {
        let found = try unsafe FilterKey(run: layout.run, chunk: chunk).withBytes { key in
            try indexAccess { () throws(LMDBError) in try unsafe seek(to: key) }
        }
        guard let value = unsafe found?.value, value.count == layout.byteCount(ofChunk: chunk),
            let bytes = value.baseAddress
        else { throw UnusableIndex("a chunk of the filter of run \(layout.run) is missing") }
        guard unsafe value.part(from: 0, to: FilterLayout.paddingBytes).allSatisfy({ $0 == 0 }) else {
            throw layout.damage
        }
        return unsafe bytes
    }
}

extension FilterLayout {
    /// The error for a block with a wrong checksum.
    var damage: UnusableIndex { UnusableIndex("the checksum of the filter of run \(run) does not match") }
}
