extension StructureCheck {
    private static let chunkBytes = 1 << 16

    /// Checks a record of free pages: a count, and that many page numbers in descending order.
    ///
    /// Unused space may follow, because LMDB reserves it before it knows how much it needs.
    mutating func checkFreePages(_ value: TreePage.Value, of page: TreePage) throws(LMDBError) {
        switch value {
        case .inPage(let range):
            let left = try count(size: range.count, in: page.contents, at: range.lowerBound, of: page.number)
            var previous = UInt64.max
            try checkNumbers(left, in: page.contents, at: range.lowerBound + 8, after: &previous, of: page.number)
        case .overflow(let first, let size):
            // In pieces, because one record can list all pages of a large file.
            var offset = Int(first) * file.pageSize + TreePage.headerBytes
            guard size >= 8 else { throw file.damage(first, "a list of free pages has \(size) bytes") }
            var left = try count(size: size, in: file.read(8, at: offset, of: first), at: 0, of: first)
            var previous = UInt64.max
            offset += 8
            while left > 0 {
                let piece = min(left, Self.chunkBytes / 8)
                let bytes = try file.read(piece * 8, at: offset, of: first)
                try checkNumbers(piece, in: bytes, at: 0, after: &previous, of: first)
                left -= piece
                offset += piece * 8
            }
        }
    }

    private func count(size: Int, in bytes: FileBytes, at offset: Int, of page: UInt64) throws(LMDBError) -> Int {
        guard size >= 8, size % 8 == 0 else { throw file.damage(page, "a list of free pages has \(size) bytes") }
        let count = bytes.uint64(at: offset)
        guard count < UInt64(size / 8) else {
            throw file.damage(page, "a list of \(count) free pages has no more than \(size) bytes")
        }
        return Int(count)
    }

    private mutating func checkNumbers(
        _ count: Int, in bytes: FileBytes, at offset: Int, after previous: inout UInt64, of page: UInt64
    ) throws(LMDBError) {
        for index in 0..<count {
            let number = bytes.uint64(at: offset + 8 * index)
            guard number < previous else {
                throw file.damage(page, "in a list of free pages, \(number) comes after \(previous)")
            }
            previous = number
            try meet(number, from: page)
        }
    }
}
