import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts in a page of memory that processes share.
///
/// `@unchecked Sendable` is right because all are atomic, and the page stays mapped until the process ends.
struct SharedCounts: @unchecked Sendable {
    private let first: UnsafeMutablePointer<Atomic<Int>>

    /// - Parameter path: A file of 4,096 zeros.
    /// - Throws: Foundation's error if it cannot be mapped.
    init(path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        guard let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file.fileDescriptor, 0),
            page != MAP_FAILED
        else { throw CocoaError(.fileReadUnknown) }
        try file.close()
        first = page.bindMemory(to: Atomic<Int>.self, capacity: 512)
    }

    /// The count with an index, from 0 to 511.
    subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int>> { first + index }
}
