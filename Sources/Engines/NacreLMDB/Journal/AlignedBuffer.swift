/// Memory that is aligned as `O_DIRECT` requires, in whole pages.
///
/// `@safe` is right because the memory is its own, is freed only in `deinit` and when it grows, and is handed out only
/// for the duration of an access to the buffer.
@safe
struct AlignedBuffer: ~Copyable {
    /// All bytes of the buffer, which are initialized.
    private(set) var bytes: UnsafeMutableRawBufferPointer

    /// Allocates zeros.
    ///
    /// - Parameter pageCount: The size in pages.
    init(pageCount: Int) {
        unsafe bytes = Self.allocate(pageCount)
    }

    deinit { unsafe bytes.deallocate() }

    var pageCount: Int { unsafe bytes.count / JournalLayout.pageBytes }

    /// Grows to at least a number of pages, and keeps the contents.
    mutating func reserve(_ count: Int) {
        guard count > pageCount else { return }
        let larger = unsafe Self.allocate(max(count, 2 * pageCount))
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
        unsafe bytes.deallocate()
        unsafe bytes = larger
    }

    /// A number of pages from the beginning.
    func pages(_ count: Int) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<(count * JournalLayout.pageBytes)])
    }

    private static func allocate(_ pageCount: Int) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: pageCount * JournalLayout.pageBytes, alignment: JournalLayout.pageBytes)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe bytes
    }
}
