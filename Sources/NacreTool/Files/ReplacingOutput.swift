import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that appears under its name whole and durable, or not at all.
///
/// What is written goes to a temporary file beside it, which its owner alone can read, and which takes its name once it
/// is on the disk. What is there under the name already stays until then. A name that is no regular file, such as a
/// pipe, is written to as it is.
struct ReplacingOutput: ~Copyable {
    private let target: String
    private let temporary: String?
    private let descriptor: Int32
    private var isFinished = false

    /// Where to write.
    var output: BufferedOutput

    /// Begins a file.
    ///
    /// - Parameter path: The path.
    /// - Throws: ``FileError``.
    init(path: String) throws(FileError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            target = path
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // What a link points to is replaced, not the link.
            target = isThere ? Self.resolved(path) : path
            // mkstemp puts a name of its own in the place of six X.
            var template = [CChar]((target + ".XXXXXX").utf8CString)
            descriptor = mkstemp(&template)
            temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard descriptor >= 0 else {
            throw FileError(.cannotCreate, "cannot create \(quoted(path, upTo: .max))", systemError: errno)
        }
        output = BufferedOutput(descriptor: descriptor, name: quoted(path, upTo: .max))
    }

    deinit {
        // Reached unfinished on the way of another error only, which is the one to report.
        if !isFinished {
            _ = close(descriptor)
            if let temporary { _ = unlink(temporary) }
        }
    }

    /// Writes the rest, waits until the disk has all of it, and gives the file its name.
    ///
    /// - Throws: ``FileError``; the file is then as it was before.
    consuming func finish() throws(FileError) {
        try output.flush()
        guard let temporary else { return }
        try check(fsync(descriptor))
        try check(rename(temporary, target))
        isFinished = true
        try check(close(descriptor))
        try syncFolder()
    }

    /// Makes the name itself durable.
    private func syncFolder() throws(FileError) {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(descriptor)
        let result = fsync(descriptor)
        let systemError = errno
        _ = close(descriptor)
        // Some file systems do not sync folders, and say so.
        guard result == 0 || systemError == EINVAL else {
            throw FileError(.inputOutput, "cannot sync \(quoted(folder))", systemError: systemError)
        }
    }

    private func check(_ result: Int32) throws(FileError) {
        guard result >= 0 else {
            throw FileError(.inputOutput, "cannot write \(quoted(target))", systemError: errno)
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
