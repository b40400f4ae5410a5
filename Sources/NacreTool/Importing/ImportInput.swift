#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file to import, as given on the command line.
struct ImportInput: Hashable {
    /// The path; `-` is standard input.
    let path: String

    private var isStandardInput: Bool { path == "-" }

    /// The input's name in messages about its lines.
    var name: String { isStandardInput ? "standard input" : path }

    /// The size of the file in bytes; `nil` if it is not known beforehand, as for a pipe.
    var size: Int? {
        var status = stat()
        guard !isStandardInput, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Opens the input.
    ///
    /// - Returns: The input's lines.
    /// - Throws: ``FileError``.
    func open() throws(FileError) -> LineSource {
        guard isStandardInput else { return try LineSource(path: path) }
        return LineSource(descriptor: STDIN_FILENO, name: name)
    }
}
