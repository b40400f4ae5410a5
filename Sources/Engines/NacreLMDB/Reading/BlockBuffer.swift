/// The memory of one block outside of LMDB's pages.
///
/// `@unchecked Sendable` is right because the code that creates the buffer fills it before it hands the buffer on, no
/// other code writes it, and it is freed in `deinit`, when no other reference is left.
///
/// `@safe` is right because the memory is its own.
@safe
final class BlockBuffer: @unchecked Sendable {
    /// The memory, to be filled by the creator alone.
    let memory: UnsafeMutableRawBufferPointer

    /// Allocates memory that is not initialized.
    init(byteCount: Int) {
        unsafe memory = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { unsafe memory.deallocate() }

    /// The block, valid as long as the buffer is retained.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }
}
