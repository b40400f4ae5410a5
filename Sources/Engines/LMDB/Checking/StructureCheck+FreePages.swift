extension StructureCheck {
    private typealias Layout = PageLayout.FreeList

    /// The size, in bytes, of the parts in which a list on overflow pages is read: a list may have any length.
    private static let chunkBytes = 1 << 16

    /// Checks a record of free pages: a count, and that many page numbers in descending order.
    ///
    /// Unused space may follow, because LMDB reserves the record before it knows the size.
    mutating func checkFreePages(_ value: TreePage.Value, of page: TreePage) throws(LMDBError) {
        switch value {
        case .inPage(let range):
            let left = try count(size: range.count, in: page.contents, at: range.lowerBound, of: page.number)
            var previous = UInt64.max
            try checkNumbers(
                left, in: page.contents, at: range.lowerBound + Layout.pagesOffset, after: &previous, of: page.number)
        case .overflow(let first, let size):
            // In pieces, because one record can list all pages of a large file.
            var offset = Int(first) * file.pageSize + PageLayout.headerBytes
            guard size >= Layout.pagesOffset else {
                throw file.damage(first, "a list of free pages has an invalid size of \(size) bytes")
            }
            var left = try count(size: size, in: file.read(Layout.pagesOffset, at: offset, of: first), at: 0, of: first)
            var previous = UInt64.max
            offset += Layout.pagesOffset
            while left > 0 {
                let piece = min(left, Self.chunkBytes / PageLayout.pageNumberBytes)
                let bytes = try file.read(piece * PageLayout.pageNumberBytes, at: offset, of: first)
                try checkNumbers(piece, in: bytes, at: 0, after: &previous, of: first)
                left -= piece
                offset += piece * PageLayout.pageNumberBytes
            }
        }
    }

    private func count(size: Int, in bytes: FileBytes, at offset: Int, of page: UInt64) throws(LMDBError) -> Int {
        guard size >= Layout.pagesOffset, size % PageLayout.pageNumberBytes == 0 else {
            throw file.damage(page, "a list of free pages has an invalid size of \(size) bytes")
        }
        let count = bytes.uint64(at: offset + Layout.countOffset)
        guard count <= UInt64(Layout.capacity(ofBytes: size)) else {
            throw file.damage(page, "a list of \(count) free pages has only \(size) bytes")
        }
        return Int(count)
    }

    private mutating func checkNumbers(
        _ count: Int, in bytes: FileBytes, at offset: Int, after previous: inout UInt64, of page: UInt64
    ) throws(LMDBError) {
        for index in 0..<count {
            let number = bytes.uint64(at: offset + PageLayout.pageNumberBytes * index)
            guard number < previous else {
                throw file.damage(page, "in a list of free pages, \(number) comes after \(previous)")
            }
            previous = number
            try noteReference(to: number, from: page)
        }
    }
}
