#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The three standard descriptors, which a process may have been started without.
enum StandardDescriptors {
    /// Opens `/dev/null` for each that is closed.
    ///
    /// Otherwise the next opened file would take such a descriptor, and standard output would be written into the log.
    /// The replacements refuse reading or writing, so that no data is lost silently.
    static func fillClosed() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // open() takes the lowest free descriptor, which is this one.
            _ = open("/dev/null", mode)
        }
    }
}
