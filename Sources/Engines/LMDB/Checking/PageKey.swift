#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A key inside a page that has been read.
struct PageKey {
    let page: FileBytes
    let range: Range<Int>

    /// The key as a number in native byte order, as in the tree of free pages.
    var number: UInt64 { page.uint64(at: range.lowerBound) }

    /// Whether the key sorts before another one by bytes.
    func precedes(_ other: PageKey) -> Bool {
        unsafe page.bytes.withUnsafeBytes { left in
            unsafe other.page.bytes.withUnsafeBytes { right in
                let (left, right) = unsafe (left[range], right[other.range])
                let length = unsafe min(left.count, right.count)
                guard let first = unsafe UnsafeRawBufferPointer(rebasing: left).baseAddress,
                    let second = unsafe UnsafeRawBufferPointer(rebasing: right).baseAddress
                else { return unsafe left.count < right.count }
                // LMDB orders keys by `memcmp` and then by length.
                let difference = unsafe memcmp(first, second, length)
                return unsafe difference == 0 ? left.count < right.count : difference < 0
            }
        }
    }
}
