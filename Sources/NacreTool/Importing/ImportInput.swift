#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a command line gives as the file to import.
struct ImportInput: Hashable {
    /// The path; `-` is standard input.
    let path: String

    private var isStandardInput: Bool { path == "-" }

    /// What it is called in messages about its lines.
    var name: String { isStandardInput ? "standard input" : path }

    /// The size of a file in bytes; `nil` where that is not known beforehand, as of a pipe.
    var size: Int? {
        var status = stat()
        guard !isStandardInput, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Opens it.
    ///
    /// - Returns: Its lines.
    /// - Throws: ``FileError``.
    func open() throws(FileError) -> LineSource {
        guard isStandardInput else { return try LineSource(path: path) }
        return LineSource(descriptor: STDIN_FILENO, name: name)
    }
}
