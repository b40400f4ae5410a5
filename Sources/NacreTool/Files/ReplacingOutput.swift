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
/// The bytes go to a temporary file beside the target, which its owner alone can read. It is renamed to the target once
/// it is on the disk; an existing target stays unchanged until then. A target that is not a regular file, such as a
/// pipe, is written directly.
struct ReplacingOutput: ~Copyable {
    private let target: String
    private let temporary: String?
    private let descriptor: Int32
    private var isFinished = false

    /// The output to write to.
    var output: BufferedOutput

    /// Begins a file.
    ///
    /// - Parameter path: The path.
    /// - Throws: ``FileError``.
    init(path: String) throws(FileError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG {
            target = path
            temporary = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            // A symbolic link stays: the file that it points to is replaced.
            target = exists ? Self.resolved(path) : path
            // mkstemp replaces the six X with a unique suffix.
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
        // The file is unfinished here only after another error, which is the one to report.
        if !isFinished {
            _ = close(descriptor)
            if let temporary { _ = unlink(temporary) }
        }
    }

    /// Writes the rest, syncs the file, and renames it to its target.
    ///
    /// - Throws: ``FileError``; if a step before the rename fails, the target is unchanged.
    consuming func finish() throws(FileError) {
        try output.flush()
        guard let temporary else { return }
        try check(fsync(descriptor))
        try check(rename(temporary, target))
        isFinished = true
        try check(close(descriptor))
        try syncFolder()
    }

    /// Syncs the folder, so that the name is durable.
    private func syncFolder() throws(FileError) {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(descriptor)
        let result = fsync(descriptor)
        let systemError = errno
        _ = close(descriptor)
        // Some file systems do not sync folders, and report EINVAL.
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
