#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The three descriptors that every process should have been given.
enum StandardDescriptors {
    /// Fills those that are closed.
    ///
    /// Otherwise the next file opened would take their place, and what is meant for standard output would be written
    /// into the log. What they are filled with refuses reading, or writing, so that nothing is lost in silence.
    static func fillClosed() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free descriptor is taken, which is this one.
            _ = open("/dev/null", mode)
        }
    }
}
