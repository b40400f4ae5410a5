import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreOptions {
    /// The folder of a store that exists, from the root: for a process that may work in another folder.
    ///
    /// - Throws: ``FileError`` if the folder cannot be found.
    package func absolutePath() throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else {
            throw FileError(.inputOutput, "cannot find the folder \(quoted(path))", systemError: errno)
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
