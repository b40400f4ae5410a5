/// The mark at the beginning of each page of a frame: which frame the page belongs to, and which of its pages it is.
struct PageMark: Equatable {
    /// The nonce of the use that wrote the frame; never 0, which unwritten pages have.
    var nonce: UInt64
    /// The consecutive number of the frame.
    var number: UInt64
    var index: UInt32
    var pageCount: UInt32

    init(nonce: UInt64, number: UInt64, index: UInt32, pageCount: UInt32) {
        self.nonce = nonce
        self.number = number
        self.index = index
        self.pageCount = pageCount
    }

    /// Decodes the mark of a page; `nil` if the page has no intact mark with a nonce.
    ///
    /// - Parameters:
    ///   - page: At least the bytes of a mark.
    ///   - nonce: The nonce.
    init?(_ page: UnsafeRawBufferPointer, nonce: UInt64) {
        typealias Layout = JournalLayout.Mark
        guard unsafe page.integer(at: Layout.nonceOffset, as: UInt64.self) == nonce,
            unsafe page.integer(at: Layout.checksumOffset, as: UInt64.self)
                == Checksum.of(page.part(from: 0, to: Layout.checksumOffset))
        else { return nil }
        number = unsafe page.integer(at: Layout.numberOffset)
        guard number <= JournalLayout.maxNumber else { return nil }
        self.nonce = nonce
        index = unsafe page.integer(at: Layout.indexOffset)
        pageCount = unsafe page.integer(at: Layout.pageCountOffset)
    }

    /// Writes the mark.
    ///
    /// - Parameter page: At least the bytes of a mark.
    func store(in page: UnsafeMutableRawBufferPointer) {
        typealias Layout = JournalLayout.Mark
        unsafe page.store(nonce, at: Layout.nonceOffset)
        unsafe page.store(number, at: Layout.numberOffset)
        unsafe page.store(index, at: Layout.indexOffset)
        unsafe page.store(pageCount, at: Layout.pageCountOffset)
        let checksum = unsafe Checksum.of(UnsafeRawBufferPointer(page).part(from: 0, to: Layout.checksumOffset))
        unsafe page.store(checksum, at: Layout.checksumOffset)
    }
}
